"""What a person does on the page of a device: flip, plug, ring, go back, save; with mouse and keyboard, on any screen."""

import base64
import functools
import http.server
import os
import pathlib
import re
import subprocess
import tempfile
import threading
import unittest

from browser import Browser

PROGRAMS = pathlib.Path(os.environ["PROGRAMS"])
AXE = pathlib.Path(os.environ["AXE"])
PICTURES = pathlib.Path(os.environ["PICTURES"])
WIDTHS = [360, 390, 480, 640, 759, 760, 1024, 1179, 1180, 1440, 1920]
# Windows in which a touch and what comes of it have to be seen at once.
WINDOWS = [(360, 740), (768, 1024), (1280, 800), (1920, 1080)]
SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "Scenarios"


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
        if path:
            self.browser.open(self.device.address + path)
        else:
            self.open_table(self.device.address)

    def open_table(self, address):
        """Opens the page, and keeps in `sentences` of the window each sentence that the page shows from then on."""
        self.browser.open(address)
        self.browser.until("document.documentElement.dataset.connected === 'true'")
        self.browser.run(
            "const say = document.querySelector('#say'); window.sentences = [say.textContent];"
            "new MutationObserver(() => sentences.push(say.textContent))"
            ".observe(say, {childList: true, characterData: true, subtree: true});")

    def heard(self, text):
        """Waits until the sentence or a lane says it."""
        self.browser.until("document.querySelector('#now').innerText.includes(arguments[0])", text)

    def says(self, text):
        """Waits until the sentence is this one."""
        self.browser.until("document.querySelector('#say').innerText === arguments[0]", text)

    def has_said(self, text):
        """Waits until the sentence says it, or has said it since the page was opened or `forget` was called.

        What a sound of some seconds makes the sentence say may be over before a busy machine looks at it.
        """
        self.browser.until("sentences.some(sentence => sentence.includes(arguments[0]))", text)

    def forget(self):
        """Forgets the sentences that the page has shown."""
        self.browser.run("sentences.length = 0")

    def launch(self, app):
        """Opens an app that does nothing yet."""
        self.browser.run(
            "const field = document.querySelector('[data-key=name]'); field.value = arguments[0];"
            "field.dispatchEvent(new Event('input'));", app)
        self.browser.click("Launch another app")

    def navigate(self):
        """A navigator lowers music until something else happens."""
        self.browser.click("Play music")
        self.heard("Music is heard")
        self.launch("nav")
        for name in ("Navigator: More", "Navigator: Set category", "Navigator: Activate"):
            self.browser.click(name)
        self.heard("lowered")

    def hand_out(self, name):
        """Chooses something of the menu, and returns the text that is shown."""
        self.browser.click("File")
        self.browser.click(name)
        text = self.browser.until("document.querySelector('dialog[open] pre')?.textContent")
        self.browser.click("Close")
        return text

    def look_at(self, name, windows=((360, 740), (1280, 800))):
        """No violation and nothing that sticks out, light and dark, in every window; keeps pictures."""
        for width, height in windows:
            self.browser.resize(width, height)
            for scheme in ("light", "dark"):
                self.browser.colours(scheme)
                self.assertEqual(self.browser.violations(AXE), [], f"{name}, {width}, {scheme}")
                self.browser.picture(PICTURES / f"{name}-{width}-{scheme}.png")
        for width in WIDTHS:
            self.browser.resize(width)
            self.assertEqual(self.browser.overflow(), [], f"{name}, {width} pixels")
        self.browser.colours("light")
        self.browser.resize(1440)

    def test_two_touches_duck_a_song(self):
        self.look_at("first", WINDOWS)
        self.browser.click("Music: closed")
        self.says("Music is heard on the speaker.")
        self.browser.click("Navigator: closed")
        self.has_said("Navigator is heard on the speaker; Music is lowered for Navigator.")
        # What it has to say comes to its end, and it lets the song be as loud as before.
        self.says("Music is heard on the speaker.")
        self.browser.until("document.querySelector('#log').innerText.includes('Navigator deactivates its session')")

    def test_the_first_minute(self):
        for number, text in enumerate((
                "Music is heard on the speaker.", "Navigator is heard on the speaker; Music is lowered for Navigator.",
                "The phone rings on the speaker; Music", "The ringtone is silenced by the switch")):
            self.browser.until("document.querySelector('.first.next').innerText.includes(arguments[0])", str(number + 1))
            self.browser.run("document.querySelector('.first.next').click()")
            self.has_said(text)
        # Then one is asked before one is told.
        self.browser.click("goes on")
        self.browser.until("document.querySelector('.turn').innerText.includes('Music goes on: right')")
        self.look_at("turn")

    def test_each_icon_does_what_such_an_app_does(self):
        for name, sentence in (("Game", "Game is heard"), ("Podcast", "Podcast is heard"), ("Trainer", "Trainer is heard"),
                               ("Blog", ""), ("Recorder", "")):
            self.browser.click(f"{name}: closed")
            self.heard(sentence)
            self.assertEqual(self.browser.run("return document.querySelectorAll('#log .fails').length"), 0, name)
        # What is short may be over before a look at the sentence.
        self.browser.until("document.querySelector('#log').innerText.includes('Blog alerts with blog-uploaded')")
        self.browser.until("document.querySelector('#log').innerText.includes('Recorder records')")
        self.browser.run("document.querySelector('[data-key=app-recorder]').click()")
        self.browser.until("document.querySelector('#log').innerText.includes('Recorder stops recording')")
        self.look_at("apps")

    def test_flip_plug_ring(self):
        self.navigate()
        self.browser.click("Silent")
        self.browser.until("document.querySelector('[role=switch]').ariaChecked === 'true'")
        self.browser.click("Headphones")
        self.browser.until("document.querySelector('.route').innerText.includes('the headphones')")
        self.browser.click("Ring")
        self.heard("The ringtone is silenced by the switch")
        self.heard("Music waits for the call to end")
        self.browser.until("document.querySelector('#why').innerText.includes('Music is told interruption: began')")
        self.assertLessEqual(self.browser.run("return document.querySelectorAll('#why>.why details').length"), 4)
        self.look_at("ringing", WINDOWS)
        self.browser.click("Decline")
        self.heard("Music is lowered for Navigator")

    def test_undo_and_branches(self):
        self.navigate()
        self.browser.click("Undo")
        self.says("Music is heard on the speaker.")
        self.browser.click("Redo")
        self.heard("lowered")
        self.browser.click("Undo")
        self.browser.click("Lock")
        # What was left behind is dimmed, and the newest stands first.
        self.browser.until("document.querySelectorAll('#log .aside').length === 1")
        self.browser.until("document.querySelector('#log li').innerText.includes('You lock the phone')")
        self.browser.keys("\ue009", "z")
        self.look_at("branches")

    def test_play_what_was_tried(self):
        self.navigate()
        self.browser.click("Undo")
        self.browser.click("Undo")
        self.browser.click("Undo")
        self.browser.click("Play what was tried")
        self.heard("lowered")
        self.browser.until("document.querySelector('#play').ariaPressed === 'false'")
        # At the end it begins at the start.
        self.browser.click("Play what was tried")
        self.browser.until("document.querySelectorAll('#log .aside').length > 3")
        self.heard("lowered")

    def test_touch_and_effect_share_a_window(self):
        for width, height in WINDOWS:
            self.browser.resize(width, height)
            missing = self.browser.run("""
                const seen = place => { const box = place.getBoundingClientRect();
                  return Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, 0)) / box.height; };
                const controls = [...document.querySelectorAll('.stage button, .begin button, .sessions button')];
                const failed = controls.filter(control => {
                  scrollTo(0, 0);
                  control.scrollIntoView({block: 'nearest'});
                  const {left, top, width, height} = control.getBoundingClientRect();
                  const met = document.elementFromPoint(left + width / 2, top + height / 2);
                  return !control.contains(met) || seen(document.querySelector('#say')) < 1
                    || seen(document.querySelector('#lanes')) < 0.95;
                });
                scrollTo(0, 0);
                return [controls.length, failed.map(control => control.dataset.key)];""")
            self.assertGreater(missing[0], 25)
            self.assertEqual(missing[1], [], f"{width} x {height}")

    def test_nothing_moves_under_the_finger(self):
        # The sentence and the lanes stay in view where the window is narrow.
        places = ("return [...document.querySelectorAll('section, .stage button, .begin button')]"
                  ".map(e => { const box = e.getBoundingClientRect();"
                  "return [e.dataset.key ?? e.className, e.className === 'now' ? '' : box.top + scrollY, box.left, box.width, box.height]"
                  ".join(' '); })"
                  ".filter(text => !/^(call|alarm|first|guess)-/.test(text))")
        # A phone that vibrates is drawn so.
        self.browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        for width, height in WINDOWS:
            self.browser.resize(width, height)
            self.step_back_to(0)
            self.heard("Nothing sounds yet")
            before = self.browser.run(places)
            # The icons and not the first steps, which are done once and then give way to a question.
            for name in ("Music: closed", "Navigator: closed", "Ring", "Alarm", "Answer", "Message", "Headphones", "Hang up",
                         "Stop alarm", "Silent", "Silent", "Headphones", "Undo"):
                self.browser.click(name)
                self.assertEqual(self.browser.run(places), before, f"after {name} at {width}")
        # What the browser itself has seen move, other than rows of a list that has grown.
        moved = self.browser.run_async(
            "const done = arguments[0], moved = []; new PerformanceObserver(list => { for (const entry of list.getEntries())"
            "for (const {node} of entry.hadRecentInput ? [] : entry.sources) if (node && !node.parentElement?.closest('#log, #why'))"
            "moved.push(`${node.nodeName} ${node.className} ${entry.value}`); done(moved); })"
            ".observe({type: 'layout-shift', buffered: true}); setTimeout(() => done(moved), 300);")
        self.assertEqual(moved, [])

    def test_save_and_copy(self):
        self.navigate()
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        texts = {name: self.hand_out(name) for name in ("Save as scenario", "Copy as Swift test")}
        copied = self.browser.run_async("navigator.clipboard.readText().then(arguments[0])")
        self.assertEqual(copied, texts["Copy as Swift test"])
        scenario = PICTURES / "tried.yaml"
        scenario.write_text(texts["Save as scenario"], encoding="utf-8")
        check = subprocess.run([PROGRAMS / "audiosession", "check", scenario], capture_output=True, text=True)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        self.assertIn("5 steps", check.stdout)
        self.assertIn("try phone.expect(ducked: [\"ipod/song\"])", texts["Copy as Swift test"])

    def choose(self, *files):
        """Opens files by the page's own button."""
        self.browser.click("File")
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
        return self.hand_out("Save as scenario")

    def step_back_to(self, number):
        """Goes to the step of a number, counted from the beginning."""
        self.browser.run("document.querySelectorAll('#log .step')[document.querySelectorAll('#log .step').length - 1 - arguments[0]]"
                         ".click()", number)

    def meter(self, row):
        """Waits until the meter of a lane shows that it sounds in the page."""
        self.browser.until("parseFloat(document.querySelector(`[data-live=\"${arguments[0]}\"]`)?.style.width) > 10", row)

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
        # A browser lays out only those lists of steps that are seen.
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('#log ol')].map(list => list.children.length)"),
                         [19, 25])
        # It is opened at its start, to be played.
        self.says("Nothing sounds yet: touch an app.")
        self.browser.click("Play what was tried")
        self.says("Music is heard on the speaker.")
        self.browser.run("document.querySelector('#log .step').click()")
        self.browser.until("document.querySelector('#play').ariaPressed === 'false'")
        self.look_at("opened")
        # Any step can be gone back to, and something else tried.
        self.forget()
        self.step_back_to(6)
        self.has_said("Navigator is heard on the speaker; Music is lowered for Navigator.")
        self.browser.click("Navigator: More")
        self.browser.click("Navigator: Stop left")
        self.browser.click("Silent")
        text = self.saved()
        self.assertIn("A navigation app speaks", text)
        self.assertIn("stop, app: nav, sound: left", text)
        self.assertRegex(text, r"left: \{file: .*nav-left.flac")
        self.browser.click("Undo")
        self.forget()
        self.browser.click("Navigator: Play left")
        self.has_said("Navigator is heard")

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
        self.browser.until("document.querySelector('#book').value.startsWith('modern')")
        self.look_at("unmet")
        self.browser.click("Close")
        self.browser.run("document.querySelector('#log .step').click()")
        self.browser.until("document.querySelector('#log .step').ariaCurrent === 'step'")
        text = self.saved()
        for line in ("set: {C3: headphones}", "hum: {tone: 330.5, dB: -6}", "hiss: {noise: pink, seconds: 2, dB: -12}"):
            self.assertIn(line, text)
        self.assertIn("3 steps", self.check(text))
        self.browser.click("Sound in this page")
        self.browser.until("document.querySelectorAll('#log .step').length > 1")
        self.step_back_to(1)
        self.meter("ipod")

    def test_bad_scenarios(self):
        self.browser.click("Lock")
        self.browser.until("document.querySelectorAll('#log li').length === 2")
        for text, problem in (
                ("steps:\n  - {at: 0, do: dance}\n  - {at: 0, do: lok}", "bad.yaml:2:17: there is no verb"),
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

    def test_a_scenario_without_its_sounds(self):
        self.drop(["story.yaml", """
            scenario: A story
            rules: modern
            sounds: {a: {file: gone.flac, loops: true}}
            steps: [{at: 1, do: play, app: ipod, sound: a}, {at: 60, do: wait}]
        """])
        self.browser.until("document.querySelector('#said').innerText.includes('Tones stand for gone.flac')")
        self.browser.click("Sound in this page")
        self.browser.click("Play what was tried")
        self.meter("ipod")

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
        self.forget()
        self.step_back_to(6)
        self.has_said("Navigator is heard")
        self.browser.click("Sound in this page")
        self.meter("ipod")
        # Saved anywhere it finds its sounds.
        self.assertIn("6 steps", self.check(self.saved()))

    def test_another_book(self):
        self.begun("--rules", "iPhoneOS3")
        for name in ("Game: closed", "Ring", "Answer"):
            self.browser.click(name)
        self.heard("The call is heard")
        steps = self.browser.run("return document.querySelectorAll('#log li').length")
        self.browser.click("Compare with another book")
        self.browser.until("document.querySelector('dialog[open] .books b')?.textContent.includes(' of ')")
        self.look_at("books")
        # Another book decides the steps anew, and none is lost.
        self.browser.run("[...document.querySelectorAll('.books button')].find(one => one.textContent.includes('iOS today')).click()")
        self.browser.until("document.querySelector('#said').innerText.includes('Under iOS today')")
        self.browser.until("document.querySelector('#said').innerText.includes('a thin bar in each lane shows iPhone OS 3')")
        self.browser.until("document.querySelectorAll('#log li').length === arguments[0]", steps)
        self.browser.until("document.querySelectorAll('#log .otherwise').length > 0")
        self.heard("Game waits for the call to end")
        self.look_at("otherwise")

    def test_states_without_sound(self):
        self.browser.click("Music: closed")
        self.says("Music is heard on the speaker.")
        self.browser.click("Recorder: closed")
        self.says("Recorder records from the microphone; Music is interrupted by Recorder.")
        self.browser.until("document.querySelector('.pill').innerText.includes('Recorder records')")
        self.look_at("recording")
        self.browser.click("Recorder: records")
        self.browser.click("Ring")
        self.browser.click("Answer")
        self.browser.click("Trainer: closed")
        # What an app wanted ends with what is refused first.
        self.browser.until("document.querySelector('#say .refused')?.innerText === 'Trainer'")
        self.assertEqual(self.browser.run("return document.querySelectorAll('#log .fails').length"), 1)
        self.look_at("refused")
        self.browser.click("Lock")
        self.browser.until("document.querySelector('.locked-screen')")
        self.look_at("locked")

    def test_a_link_carries_the_steps(self):
        self.navigate()
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.browser.click("File")
        self.browser.click("Copy a link")
        self.browser.until("location.hash.length > 20")
        address = self.browser.run("return location.href")
        self.browser.open("about:blank")
        self.open_table(address)
        self.browser.until("document.querySelectorAll('#log li').length === 6")
        self.heard("lowered")

    def at(self):
        """The key or the name of the control that has the keyboard."""
        return self.browser.run("const e = document.activeElement; return e.dataset.key ?? e.id")

    def tab_to(self, key, most):
        """Presses Tab until a control has the keyboard; fails where that takes more presses."""
        for _ in range(most):
            self.browser.keys("\ue004")
            if self.at() == key:
                return
        self.fail(f"{key} is further away than {most} times Tab, which ended at {self.at()}")

    def test_by_keyboard_alone(self):
        enter, space = "\ue007", " "
        self.tab_to("app-ipod", 30)
        self.browser.keys(enter)
        self.says("Music is heard on the speaker.")
        self.assertEqual(self.at(), "app-ipod")
        self.tab_to("app-nav", 1)
        self.browser.keys(space)
        self.has_said("Music is lowered for Navigator")
        self.assertEqual(self.at(), "app-nav")
        self.tab_to("call", 30)
        self.browser.keys(enter)
        self.heard("The phone rings")
        # From Ring to Answer it is one press, and what takes the place of a button has the keyboard.
        self.tab_to("call-first", 1)
        self.browser.keys(enter)
        self.browser.until("document.activeElement.textContent === 'Hang up'")
        self.heard("The call is heard")
        self.browser.keys(enter)
        self.browser.until("document.activeElement.dataset.key === 'call'")
        self.heard("Music is heard")
        # The sentence is told by screen readers, as a whole.
        self.assertEqual(self.browser.run("return document.querySelector('#say').parentNode.getAttribute('aria-live')"), "polite")
        # A switch, a reason, an app's controls, and back in time.
        self.browser.run("document.querySelector('[role=switch]').focus()")
        self.browser.keys(space)
        self.browser.until("document.querySelector('[role=switch]').ariaChecked === 'true'")
        self.assertEqual(self.at(), "switch")
        self.browser.run("document.querySelector('[data-key=\"nav|more\"]').focus()")
        self.browser.keys(enter)
        self.tab_to("nav|quit", 30)
        self.browser.keys(enter)
        self.browser.until("document.activeElement.dataset.key === 'app-nav'")
        self.browser.run("document.querySelector('#undo').focus()")
        self.browser.keys(enter)
        self.browser.until("document.querySelector('[data-key=session-nav]')")

    def test_every_control_has_a_name_of_its_own(self):
        self.navigate()
        self.browser.click("Music: More")
        names = self.browser.run(
            "return [...document.querySelectorAll('main button, main input, main select')]"
            ".map(e => e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent)"
            ".filter((name, place, all) => all.indexOf(name) !== place)")
        # A step of the log is called what it did, and that may have been done twice.
        self.assertEqual([name for name in names if not name.startswith(("0.", "1.", "2.", "3."))], [])

    def test_what_is_pressed_has_another_form(self):
        self.browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
        self.addCleanup(self.browser.colours, "light")
        form = ("const e = document.querySelector('[data-key=port-headphones]'), style = getComputedStyle(e);"
                "return [style.borderTopWidth, getComputedStyle(e, '::after').content]")
        before = self.browser.run(form)
        knob = "return getComputedStyle(document.querySelector('[role=switch]'), '::after').top"
        top = self.browser.run(knob)
        self.browser.click("Headphones")
        self.browser.click("Silent")
        self.browser.until("document.querySelector('[role=switch]').ariaChecked === 'true'")
        self.browser.until("document.querySelector('[data-key=port-headphones]').ariaPressed === 'true'")
        after = self.browser.run(form)
        self.assertNotEqual(before[0], after[0])
        self.assertIn("✓", after[1])
        self.assertNotEqual(self.browser.run(knob), top)
        self.browser.click("Play music")
        self.heard("Music is heard")
        self.browser.resize(1280, 800)
        self.browser.picture(PICTURES / "forced-colours.png")

    def test_without_scripts(self):
        self.browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
        self.addCleanup(self.browser.devtools, "Emulation.setScriptExecutionDisabled", value=False)
        self.browser.open(self.device.address)
        seen = self.browser.devtools("DOMSnapshot.captureSnapshot", computedStyles=[])
        texts = [seen["strings"][place] for place in seen["documents"][0]["layout"]["text"] if place >= 0]
        self.assertIn("It needs JavaScript", " ".join(texts))
        # Nothing is there to press that would not answer.
        self.assertNotIn("Undo", " ".join(texts))
        self.assertNotIn("The first minute", " ".join(texts))
        self.browser.picture_of_window(PICTURES / "without-scripts.png")

    def test_names_stay_text(self):
        name = "<img src=x onerror=document.title='bad'><script>document.title='bad'</script>"
        def play(name):
            self.browser.run_async(
                "fetch('act', {method: 'POST', body: JSON.stringify({step: {do: 'play', app: arguments[0], sound: '<b>'}})})"
                ".then(() => arguments[1]())", name)
        play(name)
        self.browser.until("document.querySelector('#sessions').innerText.includes(arguments[0])", name)
        self.heard(name)
        # What turns the writing around, or cannot be seen, stands as its escape.
        play("gnp.\u202etxt\u009b\u007f")
        self.heard("gnp.\\u202etxt\\u009b\\u007f")
        self.assertNotRegex(self.browser.run("return document.body.innerText"), "[\u202e\u009b\u007f]")
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, #say b b, #log b').length"), 0)
        self.assertEqual(self.browser.run("return document.title"), "Who may be heard now?")
        self.look_at("names")

    def test_it_sounds_in_the_page(self):
        self.browser.click("Music: closed")
        self.heard("Music is heard")
        self.browser.click("Sound in this page")
        self.meter("ipod")
        self.browser.click("Silent")
        self.browser.click("Music: heard")
        self.says("Music is paused.")

    def test_lanes_roll_while_something_is_heard_and_rest_then(self):
        self.browser.click("Music: closed")
        self.heard("Music is heard")
        self.browser.run(
            "window.painted = 0; const clear = CanvasRenderingContext2D.prototype.clearRect;"
            "CanvasRenderingContext2D.prototype.clearRect = function (...box) { painted++; return clear.apply(this, box); };")
        self.browser.until("painted > 5")
        ink = ("const canvas = document.querySelector('#lanes canvas'), {data} = canvas.getContext('2d')"
               ".getImageData(0, 0, canvas.width, 40); let sum = 0; for (const value of data) sum += value; return sum")
        self.assertGreater(self.browser.run(ink), 0)
        self.browser.click("Music: heard")
        self.says("Music is paused.")
        self.browser.run_async(
            "const done = arguments[0]; let last; const look = () => { if (painted === last) done(); last = painted;"
            "setTimeout(look, 300); }; look();")

    def test_the_device_goes_and_comes_back(self):
        self.device.close()
        self.browser.until("document.querySelector('#state').innerText.includes('away')")
        # What cannot be answered cannot be pressed.
        self.browser.until("document.querySelector('main').inert")
        self.browser.complaints()


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
        self.open_table((self.folder / "index.html").as_uri())

    def look_at(self, name, *windows):
        super().look_at("exported-" + name, *windows)

    def begun(self, *options):
        folder = PICTURES / "story"
        subprocess.run(
            [PROGRAMS / "audiosession", "device", "--export", folder, "--policy", os.environ["POLICY"], *options], check=True,
            stdout=subprocess.DEVNULL)
        self.open_table((folder / "index.html").as_uri())

    # These ask a server.
    test_names_stay_text = test_the_device_goes_and_comes_back = test_without_scripts = None

    def test_what_falls_due_comes(self):
        self.browser.click("Navigator: closed")
        self.has_said("Navigator is heard on the speaker.")
        self.says("Nothing sounds.")

    def test_bad_policies_are_refused(self):
        for policy, says in ((self.folder / "page.js", "WebAssembly"), (self.folder / "missing", "make page-policy")):
            run = subprocess.run(
                [PROGRAMS / "audiosession", "device", "--export", self.folder / "other", "--policy", policy],
                capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn(says, run.stderr)


class ServedExportTest(unittest.TestCase):
    """The exported page on a web server that knows nothing of it."""

    def test_small_and_late(self):
        folder = PICTURES / "served"
        subprocess.run(
            [PROGRAMS / "audiosession", "device", "--export", folder, "--policy", os.environ["POLICY"]], check=True,
            stdout=subprocess.DEVNULL)
        handler = functools.partial(QuietHandler, directory=folder)
        with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, Browser() as browser:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            browser.resize(1280, 800)
            browser.open(f"http://127.0.0.1:{server.server_port}/index.html")
            browser.until("document.documentElement.dataset.connected === 'true'")
            loaded = ("return performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname.slice(1))"
                      ".filter(name => name.includes('.'))")
            names = set(browser.run(loaded)) | {"index.html"}
            self.assertEqual(names, {"index.html", "colours.css", "page.css", "table.js", "page.js", "policy.wasm"})
            # What is transferred before the page can be used, as a server compresses it.
            size = sum(len(subprocess.run(["brotli", "--stdout", folder / name], check=True, capture_output=True).stdout)
                       for name in names)
            self.assertLess(size, 500_000)
            # A sound comes when it is first wanted.
            browser.click("Music: closed")
            browser.until("performance.getEntriesByType('resource').some(entry => entry.name.endsWith('.opus'))")
            browser.click("Sound in this page")
            browser.until("parseFloat(document.querySelector('[data-live=ipod]')?.style.width) > 10")
            self.assertEqual(len([name for name in browser.run(loaded) if name.endswith(".opus")]), 1)
            self.assertEqual(browser.complaints(), [])
            browser.open("about:blank")
            server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A web server that writes nothing."""

    def log_message(self, *_):
        pass


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
            browser.until("document.querySelector('#phone').innerText.includes('at silent')")
            browser.click("Ring")
            browser.until("document.querySelector('#around').innerText.includes('Incoming call')")
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

    def opened(self, page, fragment=""):
        self.browser.open("about:blank")
        self.browser.open(page.as_uri() + fragment)
        self.browser.until("document.querySelector('#list [aria-current]')")

    def test_keyboard(self):
        browser = self.browser
        self.opened(self.page)
        clock = "return document.querySelector('#clock').textContent"
        before = browser.run(clock)
        browser.run("document.querySelector('#plot').focus()")
        for _ in range(12):
            browser.keys("j")
        self.assertNotEqual(browser.run(clock), before)
        browser.until("document.querySelector('#detail').innerText.includes('heard')")
        browser.keys("k")
        browser.until("location.hash.startsWith('#step-')")
        # The address keeps the selection.
        self.opened(self.page, "#step-20")
        browser.until("document.querySelector('#detail').innerText.startsWith('20')")
        browser.run("document.querySelector('#plot').focus()")
        browser.keys(" ")
        browser.until("document.querySelector('#play').textContent === 'Pause'")
        browser.until("document.querySelector('#sound').currentTime > 0")

    def test_begins_at_the_first_failure(self):
        browser = self.browser
        scenario = PICTURES / "wrong.yaml"
        scenario.write_text((SCENARIOS / "scenario-3-navigation.yaml").read_text(encoding="utf-8")
                            .replace("Sounds/", f"{SCENARIOS}/Sounds/").replace("song: -20.0}", "song: -12.0}"), encoding="utf-8")
        page = PICTURES / "wrong.html"
        subprocess.run([PROGRAMS / "audiosession", "replay", scenario, "--quiet", "--report", page],
                       stdout=subprocess.DEVNULL)
        browser.resize(1280, 800)
        self.opened(page)
        browser.until("document.querySelector('#list [aria-current]').className === 'failed'")
        # The line of the file is there, and what nobody asked for is not marked.
        marks = browser.run("return [...document.querySelectorAll('#detail mark')].map(mark => mark.textContent.trim())")
        self.assertEqual(marks[:2], ["-12", "-20"])
        self.assertTrue("gainDB" in marks[2] and "-12.0" in marks[2], marks)
        first = browser.run("return document.querySelector('#list [aria-current]').textContent")
        browser.keys("n")
        browser.until("document.querySelector('#list [aria-current]').textContent !== arguments[0]", first)
        browser.until("document.querySelector('#list [aria-current]').className === 'failed'")
        browser.picture(PICTURES / "report-wrong.png")
        self.assertEqual(browser.violations(AXE), [])
        # It is all on one screen.
        self.assertTrue(browser.run("return document.documentElement.scrollHeight <= innerHeight"))

    def test_filter_and_zoom(self):
        browser = self.browser
        self.opened(self.page)
        shown = "return [...document.querySelectorAll('#list li')].filter(li => li.offsetParent).length"
        every = browser.run(shown)
        self.assertEqual(every, browser.run("return document.querySelectorAll('ol.steps>li').length"))
        browser.run("document.querySelector('[name=filter][value=changed]').click()")
        self.assertLess(browser.run(shown), every)
        self.assertGreater(browser.run(shown), 10)
        picture = "return document.querySelector('#plot canvas').toDataURL()"
        before = browser.run(picture)
        browser.run("document.querySelector('#near').click()")
        browser.until("document.querySelector('#plot canvas').toDataURL() !== arguments[0]", before)

    def test_printed(self):
        """On paper the page is landscape, and the picture stands whole on the first sheet, below the title."""
        browser = self.browser
        browser.open(self.page.as_uri())
        browser.until("document.documentElement.classList.contains('has-script')")
        for name, width, height in (("A4", 297, 210), ("letter", 279.4, 215.9)):
            printed = base64.b64decode(browser.devtools(
                "Page.printToPDF", preferCSSPageSize=True, paperWidth=height / 25.4, paperHeight=width / 25.4)["data"])
            (PICTURES / f"report-{name}.pdf").write_bytes(printed)
            boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", printed)
            self.assertTrue(boxes and all(float(wide) > float(high) for wide, high in boxes), f"{name}: {boxes}")
            # A sheet without its margins, at 96 pixels an inch.
            width, height = [int((length - 24) / 25.4 * 96) for length in (width, height)]
            browser.resize(width, height)
            browser.devtools("Emulation.setEmulatedMedia", media="print")
            self.addCleanup(browser.devtools, "Emulation.setEmulatedMedia", media="")
            right, bottom = browser.run(
                "const {right, bottom} = document.querySelector('svg.timeline').getBoundingClientRect(); return [right, bottom]")
            self.assertLessEqual(right, width, name)
            self.assertLessEqual(bottom, height, name)
            browser.devtools("Emulation.setEmulatedMedia", media="")

    def test_printed_high(self):
        """A picture too high for a sheet is printed on several, its type at least 7 pt high; of the steps only changes."""
        browser = self.browser
        scenario = PICTURES / "high.yaml"
        lines = ["scenario: Fifteen apps", "rules: modern", "steps:"]
        for app in range(15):
            lines += [f"  - {{at: 0, do: setCategory, app: a{app}, category: playback, options: [mixWithOthers]}}",
                      f"  - {{at: 0, do: play, app: a{app}, sound: s}}"]
        for turn in range(40):
            lines += [f"  - {{at: {turn + 2}, do: call, phase: {'declined' if turn % 2 else 'incoming'}}}"]
        scenario.write_text("\n".join(lines + ["  - {at: 60, do: wait}", ""]), encoding="utf-8")
        page = PICTURES / "high.html"
        subprocess.run([PROGRAMS / "audiosession", "replay", scenario, "--quiet", "--report", page], check=True,
                       stdout=subprocess.DEVNULL)
        browser.open(page.as_uri())
        browser.until("document.documentElement.classList.contains('has-script')")
        printed = base64.b64decode(browser.devtools(
            "Page.printToPDF", preferCSSPageSize=True, paperWidth=210 / 25.4, paperHeight=297 / 25.4)["data"])
        (PICTURES / "report-high.pdf").write_bytes(printed)
        browser.resize(int(273 / 25.4 * 96), int(186 / 25.4 * 96))
        browser.devtools("Emulation.setEmulatedMedia", media="print")
        self.addCleanup(browser.devtools, "Emulation.setEmulatedMedia", media="")
        sizes = browser.run(
            "return [...document.querySelectorAll('svg.timeline')].map(svg => { const box = svg.getBoundingClientRect();"
            "const scale = Math.min(box.width / svg.viewBox.baseVal.width, box.height / svg.viewBox.baseVal.height);"
            "return [box.height, 13 * scale * 72 / 96, box.width]; })")
        self.assertGreater(len(sizes), 1)
        for height, points, width in sizes:
            self.assertLessEqual(height, 186 / 25.4 * 96)
            self.assertGreaterEqual(points, 7)
            self.assertLessEqual(width, 273 / 25.4 * 96)
        shown, every = browser.run(
            "const rows = [...document.querySelectorAll('ol.steps>li')];"
            "return [rows.filter(row => getComputedStyle(row).display !== 'none').length, rows.length]")
        self.assertLess(shown, every)

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
