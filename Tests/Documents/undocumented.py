"""Names each public symbol that must have a sentence and has none: undocumented.py FOLDER, with a folder of symbol graphs each."""
import collections
import json
import pathlib
import sys

# What may speak for itself: `case silent`, `let name: String`.
MAY_BE_PLAIN = {"swift.enum.case", "swift.property", "swift.type.property"}
plain, counts, missing = 0, collections.Counter(), []
for path in sorted(pathlib.Path(sys.argv[1]).glob("*/*.symbols.json")):
    for symbol in json.loads(path.read_text(encoding="utf-8"))["symbols"]:
        # What the compiler has made, or another module's requirement asks for, has no place of its own or a known sentence.
        if "location" not in symbol:
            continue
        counts[path.parent.name] += 1
        if symbol.get("docComment"):
            continue
        kind, place = symbol["kind"]["identifier"], symbol["location"]
        if kind in MAY_BE_PLAIN:
            plain += 1
        else:
            name = ".".join(symbol["pathComponents"])
            missing.append(f"{place['uri'].split('/Sources/')[-1]}:{place['position']['line'] + 1}: {name} has no sentence")
if not counts:
    sys.exit("undocumented.py: no symbols were found; is the folder that of a debug build?")
print(", ".join(f"{module} {count}" for module, count in counts.items()),
      f"public symbols; {plain} properties and cases speak for themselves", sep=" ")
sys.exit("\n".join(missing) or 0)
