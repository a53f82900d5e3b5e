"""A browser for the tests of pages: Chromium without a window, driven through chromedriver (W3C WebDriver)."""

import base64
import json
import os
import pathlib
import select
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

# How long anything may take that a person waits for, in seconds; on a busy machine a browser is slow to start.
PATIENCE = 60


class ScriptError(RuntimeError):
    """The page's script could not be run to its end."""


class StaleError(RuntimeError):
    """An element is in the page no longer."""


class Browser:
    """One window. `run` evaluates JavaScript in the page; `until` waits for a condition of the page."""

    def __init__(self):
        # Neither removes all that it writes into the temporary folder.
        self._scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self._driver = subprocess.Popen(
            ["chromedriver", "--port=0"], env=dict(os.environ, TMPDIR=self._scratch.name),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self._driver.stdout:
            if "successfully on port" in line:
                self._base = f"http://127.0.0.1:{line.rsplit(' ', 1)[1].strip().rstrip('.')}"
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio",
                     "--autoplay-policy=no-user-gesture-required", "--force-color-profile=srgb"]
        session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
            "goog:chromeOptions": {"args": arguments}}}})
        self._base += f"/session/{session['sessionId']}"
        self._call("POST", "/timeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})

    def _call(self, method, path, body=None):
        data = json.dumps(body or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self._base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE * 2) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            reply = json.load(error)["value"]
            kinds = {"javascript error": ScriptError, "stale element reference": StaleError}
            raise kinds.get(reply["error"], RuntimeError)(reply["message"].split("\n")[0]) from error

    def open(self, address):
        self._call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        return self._call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        return self._call("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def devtools(self, command, **parameters):
        return self._call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def until(self, condition, *arguments):
        """Waits until an expression of JavaScript is true, and returns its value.

        As long as the page lacks an element of which it asks more, it is not true yet.
        """
        end = time.monotonic() + PATIENCE
        objection = None
        while time.monotonic() < end:
            try:
                value = self.run(f"return ({condition})", *arguments)
                objection = None
            except ScriptError as error:
                value, objection = None, error
            if value:
                return value
            time.sleep(0.02)
        page = self.run("return document.body.innerText")
        raise AssertionError(f"never came true: {condition}\n{page}") from objection

    def click(self, name, within="document"):
        """Presses the control of this name as a person does: with the mouse, where it is."""
        end = time.monotonic() + PATIENCE
        while True:
            element = self.until(
                f"[...{within}.querySelectorAll('button,a,summary,[role=switch]')].find(e => !e.disabled && "
                "(e.getAttribute('aria-label') || e.textContent).trim() === arguments[0])", name)
            try:
                # Out from under what stays in view.
                self.run("arguments[0].scrollIntoView({block: 'nearest'})", element)
                return self._call("POST", f"/element/{next(iter(element.values()))}/click")
            except StaleError:
                # The page has drawn it anew since it was found.
                if time.monotonic() > end:
                    raise

    def choose(self, field, *files):
        """Chooses files as a person does in the browser's own window, which a browser without a window does not show."""
        element = self.run("return document.querySelector(arguments[0])", field)
        self._call("POST", f"/element/{next(iter(element.values()))}/value", {"text": "\n".join(str(file) for file in files)})

    def processes(self):
        """The numbers of all processes of the browser."""
        parents = {}
        for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                parents.setdefault(int(path.read_text().rsplit(")", 1)[1].split()[1]), []).append(int(path.parent.name))
            except FileNotFoundError:  # It has just ended.
                continue
        found = [self._driver.pid]
        for process in found:
            found += parents.get(process, [])
        return found[1:]

    def keys(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def resize(self, width, height=900):
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                      mobile=width < 600)

    def colours(self, scheme):
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        """Keeps the whole page as a picture."""
        height = self.run("return Math.min(8000, Math.max(innerHeight, document.documentElement.scrollHeight))")
        width = self.run("return innerWidth")
        shot = self.devtools("Page.captureScreenshot", captureBeyondViewport=True,
                             clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1})
        pathlib.Path(path).write_bytes(base64.b64decode(shot["data"]))

    def picture_of_window(self, path):
        """Keeps what the window shows as a picture, without asking the page for its size."""
        pathlib.Path(path).write_bytes(base64.b64decode(self.devtools("Page.captureScreenshot")["data"]))

    def complaints(self):
        """What the browser has said of errors since the last time."""
        return [entry["message"] for entry in self._call("POST", "/se/log", {"type": "browser"})
                if entry["level"] == "SEVERE"]

    def violations(self, axe):
        """What axe finds against WCAG 2.2, levels A and AA, a line each."""
        self.run(axe.read_text(encoding="utf-8"))
        found = self.run_async(
            # A page on a disk may not be asked for its style sheets by a script.
            "axe.run({preload: location.protocol !== 'file:', runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', "
            "'wcag22aa', 'best-practice']})"
            ".then(result => arguments[0](result.violations.map(v => v.id + ': ' + v.help + ' ' "
            "+ v.nodes.slice(0, 3).map(n => n.target.join(' ')).join(', '))))")
        return found

    def overflow(self):
        """The elements that reach beyond the right edge of the page, where the page itself scrolls sideways."""
        return self.run(
            "if (document.documentElement.scrollWidth <= innerWidth) return [];"
            "return [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)"
            ".map(e => e.tagName + '.' + e.className).slice(0, 5)")

    def close(self):
        # The driver does not wait for all of them, and until they have ended they write into the folder that is removed.
        processes = []
        for process in self.processes():
            try:
                processes.append(os.pidfd_open(process))
            except ProcessLookupError:  # It has just ended.
                continue
        try:
            self._call("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait()
            self._driver.stdout.close()
            end = time.monotonic() + 10
            for process in processes:
                # It can be read once the process has ended.
                if not select.select([process], [], [], max(0, end - time.monotonic()))[0]:
                    signal.pidfd_send_signal(process, signal.SIGKILL)
                    select.select([process], [], [])
                os.close(process)
            self._scratch.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
