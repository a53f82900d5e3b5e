"""In a clone the client and its fixture come out of the sources; where the package is installed it brings both itself."""
import importlib.metadata
import pathlib
import sys

try:
    importlib.metadata.distribution("audiosession")
except importlib.metadata.PackageNotFoundError:
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Install/python"))
    pytest_plugins = ["audiosession.pytest_plugin"]
