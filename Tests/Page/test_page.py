"""What a person does on the page of a device: flip, plug, ring, go back, save; with mouse and keyboard, on any screen."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from browser import Browser

PROGRAMS = pathlib.Path(os.environ["PROGRAMS"])
AXE = pathlib.Path(os.environ["AXE"])
PICTURES = pathlib.Path(os.environ["PICTURES"])
WIDTHS = [360, 390, 480, 759, 760, 1024, 1239, 1240, 1440, 1920]
SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "Scenarios"
NAV = "document.querySelector('[data-app=nav]')"


class Device:
    """A program that shows a device, and its address."""

    def __init__(self, *options):
        self._program = subprocess.Popen(
            [PROGRAMS / "audiosession", "device", "--silent", *options], stdout=subprocess.PIPE, text=True)
        self.address = self._program.stdout.readline().split()[-1]

    def close(self):
        self._program.terminate()
        self._program.wait()
        self._program.stdout.close()


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.device = Device()
        self.addCleanup(self.device.close)
        self.browser.resize(1440)
        self.browser.colours("light")
        self.open()

    def tearDown(self):
        complaints = self.browser.complaints()
        # Before the device goes, so that the page does not miss it.
        self.browser.open("about:blank")
        self.assertEqual(complaints, [])

    def open(self, path=""):
        self.browser.open(self.device.address + path)
        if not path:
            self.browser.until("document.documentElement.dataset.connected === 'true'")

    def heard(self, text):
        self.browser.until("document.querySelector('#heard').innerText.includes(arguments[0])", text)

    def navigate(self):
        """A navigator speaks over music."""
        for name, within in [("Launch Music player", "document"), ("Play song", "document"),
                             ("Launch Navigator", "document"), ("Session", NAV), ("Set category", NAV),
                             ("Activate", NAV)]:
            self.browser.click(name, within)
        self.heard("ducked")

    def look_at(self, name):
        """No violation and nothing that sticks out, light and dark, on every screen; keeps pictures."""
        for scheme in ("light", "dark"):
            self.browser.colours(scheme)
            self.assertEqual(self.browser.violations(AXE), [], f"{name}, {scheme}")
        for width in WIDTHS:
            self.browser.resize(width)
            self.assertEqual(self.browser.overflow(), [], f"{name}, {width} pixels")
            if width in (360, 760, 1440, 1920):
                for scheme in ("light", "dark"):
                    self.browser.colours(scheme)
                    self.browser.picture(PICTURES / f"{name}-{width}-{scheme}.png")

    def test_flip_plug_ring(self):
        self.navigate()
        self.browser.click("Silent")
        self.browser.until("document.querySelector('[role=switch]').ariaChecked === 'true'")
        self.browser.click("Headphones")
        self.heard("on headphones")
        self.browser.click("Ring")
        self.heard("ringtone")
        self.heard("R-SW-2")
        self.browser.until("document.querySelector('#why').innerText.includes('ipod is told interruption')")
        self.look_at("ringing")
        self.browser.resize(1440)
        self.browser.click("Decline")
        self.heard("ipod/song")

    def test_undo_and_branches(self):
        self.navigate()
        self.browser.click("Undo")
        self.heard(", heard")
        self.browser.click("Redo")
        self.heard("ducked")
        self.browser.click("Undo")
        self.browser.click("Lock")
        self.browser.until("document.querySelectorAll('#log ol ol').length === 1")
        self.browser.keys("\ue009", "z")
        self.look_at("branches")

    def test_save_and_copy(self):
        self.navigate()
        texts = {}
        for name in ("Save as scenario", "Copy as Swift test", "Copy as pytest"):
            self.browser.click(name)
            texts[name] = self.browser.until("document.querySelector('dialog[open] pre')?.textContent")
            self.browser.click("Close")
        scenario = PICTURES / "tried.yaml"
        scenario.write_text(texts["Save as scenario"], encoding="utf-8")
        check = subprocess.run([PROGRAMS / "audiosession", "check", scenario], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertIn("5 steps", check.stdout)
        client = pathlib.Path(__file__).parents[2] / "Install/python"
        test = texts["Copy as pytest"] + "\ntest_tried_on_the_table()\n"
        run = subprocess.run(["python3", "-c", test], capture_output=True, text=True, env={
            **os.environ, "PYTHONPATH": str(client), "AUDIOSESSION": str(PROGRAMS / "audiosession")})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("try phone.expect(ducked: [\"ipod/song\"])", texts["Copy as Swift test"])

    def choose(self, *files):
        """Opens files by the page's own button."""
        self.browser.click("Open a scenario")
        self.browser.choose("#files", *files)

    def drop(self, *files):
        """Drops files on the page."""
        self.browser.run(
            "const data = new DataTransfer(); for (const [name, text] of arguments[0]) data.items.add(new File([text], name));"
            "for (const kind of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, "
            "bubbles: true, cancelable: true}));", files)

    def saved(self):
        """What would be saved as a scenario."""
        self.browser.click("Save as scenario")
        text = self.browser.until("document.querySelector('dialog[open] pre')?.textContent")
        self.browser.click("Close")
        return text

    def check(self, text):
        """Holds a scenario against its expectations."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "saved.yaml"
            file.write_text(text, encoding="utf-8")
            run = subprocess.run([PROGRAMS / "audiosession", "check", file], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return run.stdout

    def test_open_a_scenario(self):
        sounds = sorted(SCENARIOS.glob("Sounds/*.flac"))
        self.choose(SCENARIOS / "scenario-3-navigation.yaml", *sounds)
        self.browser.until("document.querySelector('#said').innerText.includes('43 steps, 134 of 134 expectations hold')")
        # What is said of the whole comes by another way than the device's state, and may come first.
        self.browser.until("document.querySelectorAll('#log li').length === 44")
        self.look_at("opened")
        self.browser.resize(1440)
        # Any step can be gone back to, and something else tried.
        self.browser.run("document.querySelectorAll('#log .step')[6].click()")
        self.heard("nav/left")
        self.heard("ducked")
        self.browser.click("Stop left", NAV)
        self.browser.click("Silent")
        self.browser.until("document.querySelectorAll('#log ol ol').length === 1")
        text = self.saved()
        self.assertIn("A navigation app speaks", text)
        self.assertRegex(text, r"left: \{file: .*nav-left.flac")
        self.browser.click("Undo")
        self.browser.click("Play left", NAV)
        self.heard("nav/left")

    def test_what_a_header_sets(self):
        self.drop(["story.yaml", """
            scenario: <b>A header</b>
            rules: modern
            set: {C3: headphones}
            sounds: {hum: {tone: 330.5, dB: -6}, hiss: {noise: pink, seconds: 2}}
            steps:
              - {at: 1, do: play, app: ipod, sound: hum}
              - {at: 2, do: play, app: game, sound: hiss}
              - {at: 9, do: wait, expect: {heard: [game/hiss]}}
        """])
        # What did not come out as expected is shown in place.
        self.browser.until("document.querySelector('dialog[open]')?.innerText.includes('story.yaml:9:')")
        self.browser.until("document.querySelector('#book').value === 'modern'")
        self.look_at("unmet")
        self.browser.resize(1440)
        self.browser.click("Close")
        text = self.saved()
        for line in ("set: {C3: headphones}", "hum: {tone: 330.5, dB: -6}", "hiss: {noise: pink, seconds: 2, dB: -12}"):
            self.assertIn(line, text)
        self.assertIn("3 steps", self.check(text))
        self.browser.click("Sound in this page")
        self.browser.until("document.querySelectorAll('#log .step').length > 1")
        self.browser.run("document.querySelectorAll('#log .step')[1].click()")
        self.browser.until("parseFloat(document.querySelector('[data-live=\"ipod/hum\"]').style.width) > 60")

    def test_bad_scenarios(self):
        self.browser.click("Lock")
        self.browser.until("document.querySelectorAll('#log li').length === 2")
        for text, problem in (
                ("steps:\n  - {at: 0, do: dance}\n  - {at: 0, do: lok}", "bad.yaml:2:17: there is no verb"),
                ("sounds: {a: {file: gone.flac}}\nsteps: []", "gone.flac is not at hand; open it together"),
                ("steps: [", "this is not YAML"), ("steps: <img src=x onerror=document.title=1>", "must be a list")):
            self.drop(["bad.yaml", text])
            self.browser.until("document.querySelector('dialog[open]')?.innerText.includes(arguments[0])", problem)
            if "dance" in text:
                self.assertEqual(self.browser.run("return document.querySelectorAll('dialog li').length"), 2)
                self.look_at("problems")
                self.browser.resize(1440)
            self.browser.click("Close")
            # What was on the table stays.
            self.assertEqual(self.browser.run("return document.querySelectorAll('#log li').length"), 2)
        self.drop(["sound.flac", "no sound"])
        self.browser.until("document.querySelector('#said').innerText.includes('ends in .yaml')")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img').length"), 0)
        # A scenario that is refused is told so by the server, and the browser notes it.
        self.browser.complaints()

    def begun(self, *options):
        """Puts a device on the table that begins with a scenario."""
        self.browser.open("about:blank")
        self.device.close()
        self.device = Device(*options)
        self.addCleanup(self.device.close)
        self.open()

    def test_begins_with_a_scenario(self):
        self.begun(SCENARIOS / "scenario-3-navigation.yaml")
        self.browser.until("document.querySelectorAll('#log li').length === 44")
        self.browser.run("document.querySelectorAll('#log .step')[6].click()")
        self.heard("nav/left")
        self.browser.click("Sound in this page")
        self.browser.until("parseFloat(document.querySelector('[data-live=\"ipod/song\"]').style.width) > 10")
        # Saved anywhere it finds its sounds.
        self.assertIn("6 steps", self.check(self.saved()))

    def test_another_book(self):
        self.begun("--rules", "iPhoneOS3")
        for name in ("Launch Game", "Play theme", "Ring", "Answer"):
            self.browser.click(name)
        self.browser.click("What would another book do?")
        self.browser.until("document.querySelectorAll('dialog[open] tr.differs').length === 1")
        self.look_at("books")

    def test_keyboard(self):
        self.browser.click("Launch Music player")
        self.browser.until("document.querySelector('[data-key=\"ipod|play-song\"]')")
        self.browser.run("document.querySelector('[data-key=\"ipod|play-song\"]').focus()")
        self.browser.keys("\ue007")
        self.heard("ipod/song")
        # What was pressed has become another control, or none; the keyboard stays in the page.
        self.browser.keys("\ue004")
        self.assertNotEqual(self.browser.run("return document.activeElement.tagName"), "BODY")
        self.browser.run("document.querySelector('[role=switch]').focus()")
        self.browser.keys(" ")
        self.browser.until("document.querySelector('[role=switch]').ariaChecked === 'true'")
        self.browser.until("document.activeElement.dataset.key === 'switch'")

    def test_names_stay_text(self):
        name = "<img src=x onerror=document.title='bad'><script>document.title='bad'</script>"
        def play(name):
            self.browser.run_async(
                "fetch('act', {method: 'POST', body: JSON.stringify({step: {do: 'play', app: arguments[0], sound: '<b>'}})})"
                ".then(() => arguments[1]())", name)
        play(name)
        self.browser.until("document.querySelector('#apps').innerText.includes(arguments[0])", name)
        self.heard(name)
        # What turns the writing around, or cannot be seen, stands as its escape.
        play("gnp.\u202etxt\u009b\u007f")
        self.heard("gnp.\\u202etxt\\u009b\\u007f")
        self.assertNotRegex(self.browser.run("return document.body.innerText"), "[\u202e\u009b\u007f]")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, #heard b b, #log b').length"), 0)
        self.assertEqual(self.browser.run("return document.title"), "A device on the table")
        self.look_at("names")

    def test_it_sounds_in_the_page(self):
        self.browser.click("Launch Music player")
        self.browser.click("Play song")
        self.browser.click("Sound in this page")
        self.browser.until("parseFloat(document.querySelector('[data-live=\"ipod/song\"]').style.width) > 20")
        self.browser.click("Silent")
        self.browser.click("Pause song")
        self.browser.until("document.querySelector('#heard').innerText.includes('Nothing sounds')")

    def test_the_device_goes_and_comes_back(self):
        self.device.close()
        self.browser.until("document.querySelector('#state').innerText.includes('away')")
        self.browser.click("Lock")
        self.browser.until("document.querySelector('#said').innerText.includes('does not answer')")
        self.browser.complaints()

    def test_parts(self):
        self.open("parts.html")
        self.browser.until("document.querySelectorAll('.sound').length === 3")
        self.look_at("parts")


class ExportedPageTest(PageTest):
    """The same page as files on a disk, with the policy in the browser: whatever needs no server works alike."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.folder = PICTURES / "table"
        subprocess.run(
            [PROGRAMS / "audiosession", "device", "--export", cls.folder, "--policy", os.environ["POLICY"]], check=True,
            stdout=subprocess.DEVNULL)

    def setUp(self):
        self.browser.resize(1440)
        self.browser.colours("light")
        self.browser.open((self.folder / "index.html").as_uri())
        self.browser.until("document.documentElement.dataset.connected === 'true'")

    def look_at(self, name):
        super().look_at("exported-" + name)

    def begun(self, *options):
        folder = PICTURES / "story"
        subprocess.run(
            [PROGRAMS / "audiosession", "device", "--export", folder, "--policy", os.environ["POLICY"], *options], check=True,
            stdout=subprocess.DEVNULL)
        self.browser.open((folder / "index.html").as_uri())
        self.browser.until("document.documentElement.dataset.connected === 'true'")

    # These ask a server.
    test_names_stay_text = test_the_device_goes_and_comes_back = test_parts = None

    def test_what_falls_due_comes(self):
        self.browser.click("Launch Navigator")
        self.browser.click("Play prompt")
        self.heard("nav/prompt")
        self.browser.until("document.querySelector('#heard').innerText.includes('Nothing sounds')")

    def test_bad_policies_are_refused(self):
        for policy, says in ((self.folder / "page.js", "WebAssembly"), (self.folder / "missing", "make page-policy")):
            run = subprocess.run(
                [PROGRAMS / "audiosession", "device", "--export", self.folder / "other", "--policy", policy],
                capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn(says, run.stderr)


class HostTest(unittest.TestCase):
    """The page of a running host."""

    def test_host(self):
        with tempfile.TemporaryDirectory() as folder, Browser() as browser:
            socket = folder + "/host"
            host = subprocess.Popen(
                [PROGRAMS / "audiosession", "host", "--silent", "--socket", socket], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, text=True)
            self.addCleanup(lambda: (host.kill(), host.wait(), host.stdin.close(), host.stdout.close()))
            # A reply tells that it listens.
            host.stdin.write('{"do": "lock"}\n')
            host.stdin.flush()
            self.assertIn('"ok"', host.stdout.readline())
            page = subprocess.Popen(
                [PROGRAMS / "audiosession", "device", "--join", "--socket", socket], stdout=subprocess.PIPE, text=True)
            self.addCleanup(lambda: (page.kill(), page.wait(), page.stdout.close()))
            browser.resize(1440)
            browser.open(page.stdout.readline().split()[-1])
            browser.until("document.querySelector('#phone')?.innerText.includes('Locked')")
            # What others do is seen here, and what is done here is done there.
            step = [PROGRAMS / "audiosession", "step", "--socket", socket]
            subprocess.run([*step, "ringSwitch silent"], check=True, stdout=subprocess.DEVNULL)
            browser.until("document.querySelector('#phone').innerText.includes('Silent')")
            browser.click("Ring")
            browser.until("document.querySelector('#phone').innerText.includes('Incoming call')")
            asked = subprocess.run([*step, '{"do": "lock"}'], check=True, capture_output=True, text=True)
            self.assertIn('"call": "incoming"', asked.stdout)
            self.assertTrue(browser.run("return document.querySelector('#undo').disabled"))
            self.assertEqual(browser.violations(AXE), [])
            browser.picture(PICTURES / "host.png")
            # The page ends with the host.
            host.terminate()
            self.assertEqual(page.wait(60), 0)


class ReportTest(unittest.TestCase):
    """The page of a replay."""

    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        root = pathlib.Path(__file__).parents[2]
        cls.page = PICTURES / "report.html"
        subprocess.run(
            [PROGRAMS / "audiosession", "replay", root / "Scenarios/scenario-3-navigation.yaml", "--quiet", "--report",
             cls.page], check=True, stdout=subprocess.DEVNULL)

    def test_report(self):
        browser = self.browser
        browser.resize(1440)
        browser.colours("light")
        browser.open(self.page.as_uri())
        browser.until("document.documentElement.classList.contains('has-script')")
        for scheme in ("light", "dark"):
            browser.colours(scheme)
            self.assertEqual(browser.violations(AXE), [], scheme)
        for width in WIDTHS:
            browser.resize(width)
            self.assertEqual(browser.overflow(), [], f"{width} pixels")
            if width in (360, 1440):
                for scheme in ("light", "dark"):
                    browser.colours(scheme)
                    browser.picture(PICTURES / f"report-{width}-{scheme}.png")

    def test_keyboard(self):
        browser = self.browser
        browser.open(self.page.as_uri())
        browser.until("document.documentElement.classList.contains('has-script')")
        browser.run("document.querySelector('#scroll').focus()")
        before = browser.run("return document.querySelector('#clock').textContent")
        for _ in range(12):
            browser.keys("\ue014")
        self.assertNotEqual(browser.run("return document.querySelector('#clock').textContent"), before)
        browser.until("document.querySelector('#now').innerText.includes('heard')")
        browser.keys(" ")
        browser.until("document.querySelector('#play').textContent === 'Pause'")
        browser.until("document.querySelector('#sound').currentTime > 0")

    def test_without_scripts(self):
        browser = self.browser
        browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        self.addCleanup(browser.devtools, "Emulation.setScriptExecutionDisabled", value=False)
        browser.open(self.page.as_uri())
        browser.resize(1440)
        browser.picture(PICTURES / "report-without-scripts.png")
        document = browser.devtools("DOM.getDocument", depth=-1)
        self.assertIn("timeline", str(document))


if __name__ == "__main__":
    unittest.main()
