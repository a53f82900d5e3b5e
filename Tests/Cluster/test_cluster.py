"""Work shared out by Spark comes out as the program alone does it, also where a worker dies or something is wrong."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["AUDIOSESSION"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
JOBS = ROOT / "Docs" / "Examples" / "cluster"
CASES = ROOT / "Scenarios" / "conformance" / "routes"

# A book that violates something: the switch silences no session any more.
LOUD = """book: loud
based on: modern
silencing:
  - {rule: R-SW-1, condition: silentForCategory, absent: true}
"""

# A program that kills the worker which starts it for real work, the first time only.
DEADLY = """#!/bin/sh
case "$*" in *--list*) ;; *) mkdir "{flag}" 2>/dev/null && kill -9 $PPID ;; esac
exec "{program}" "$@"
"""

# A case that expects what no rule book does.
WRONG = """scenario: A ring that is heard elsewhere
rules: iPhoneOS3
steps:
  - {at: 0, do: call, phase: incoming, expect: {heardOn: {ringtone: [airPlay]}}}
"""


class ClusterTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def submit(self, job, *arguments, program=PROGRAM, master="local[2]"):
        environment = dict(os.environ, SPARK_LOCAL_DIRS=str(self.scratch))
        command = [ROOT / "Tests" / "Cluster" / "submit", "--master", master, JOBS / job, *arguments, "--program", program]
        # What the program writes of violations stands where it was started.
        return subprocess.run(command, cwd=self.scratch, env=environment, capture_output=True, text=True)

    def summary(self, run):
        # Spark lets what a job says of errors come out with the rest.
        return json.loads(run.stdout.splitlines()[-1])

    def alone(self, *arguments):
        return subprocess.run([PROGRAM, *arguments], cwd=self.scratch, capture_output=True, text=True)

    def slices(self, *arguments):
        run = self.alone("explore", "--json", *arguments)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_slices(self):
        slices = self.slices("--rules", "modern", "--slice", "alone", "--slice", "held")
        run = self.submit("explore_slices.py", "slices", "--slice", "alone", "--slice", "held")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        states = sum(one["states"] for one in slices)
        self.assertGreater(states, 10_000)
        self.assertIn(f"{len(slices)} slices, 0 not closed, {states} states, 0 with violations\n", run.stdout)

    def test_slices_that_violate_something_are_named(self):
        book = self.scratch / "loud.yaml"
        book.write_text(LOUD)
        expected = {
            f"{one['slice']} violates {', '.join(one['violations'])}"
            for one in self.slices("--rules", str(book), "--slice", "alone") if one["violations"]}
        self.assertTrue(expected)
        run = self.submit("explore_slices.py", "slices", "--rules", book, "--slice", "alone")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertEqual({line.strip() for line in run.stdout.splitlines() if " violates " in line}, expected)

    def test_a_frontier_closes_with_as_many_states(self):
        [one] = self.slices("--rules", "iPhoneOS3", "--slice", "held/player/two")
        run = self.submit("explore_slices.py", "frontier", "--rules", "iPhoneOS3", "--slice", "held/player/two")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn(f"held/player/two: closed, {one['states']} states, {one['depth']} deep\n", run.stdout)

    def test_a_worker_that_dies_is_replaced(self):
        flag, deadly = self.scratch / "died", self.scratch / "deadly"
        deadly.write_text(DEADLY.format(flag=flag, program=PROGRAM))
        deadly.chmod(0o755)
        [*slices] = self.slices("--rules", "modern", "--slice", "words")
        run = self.submit(
            "explore_slices.py", "slices", "--slice", "words", program=deadly, master="local[2,4]")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertTrue(flag.exists())
        self.assertIn(f"{len(slices)} slices, 0 not closed, {sum(one['states'] for one in slices)} states", run.stdout)

    def test_cases(self):
        run = self.submit("check_files.py", "conform", "--batch", "7", CASES)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        alone = json.loads(self.alone("conform", "--json", CASES).stdout)
        self.assertGreater(alone["passed"], 50)
        self.assertEqual(self.summary(run), alone)

    def test_what_fails_and_what_cannot_be_read_is_told_and_the_rest_is_checked(self):
        files = sorted(CASES.glob("*.yaml"))[:20]
        wrong, unreadable = self.scratch / "wrong.yaml", self.scratch / "unreadable.yaml"
        wrong.write_text(WRONG)
        unreadable.write_text("steps: [")
        held = self.alone("check", *files).stdout.count("holds: ")
        failed = self.alone("check", wrong)
        run = self.submit("check_files.py", "check", *files[:10], wrong, unreadable, *files[10:])
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertEqual(self.summary(run), {"passed": held, "failed": 1})
        self.assertIn(failed.stdout, run.stdout)
        self.assertIn(self.alone("check", unreadable).stderr, run.stdout)
        self.assertIn("22 files, 1 not readable, ", run.stdout)
        run = self.submit("check_files.py", "check", wrong)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)

    def test_bad_options_are_refused_before_anything_runs(self):
        for arguments, complaint in [
            (["check", self.scratch], "no .yaml file in"),
            (["check", "--impl", "x", CASES], "--impl is for conform"),
            (["check", "--batch", "0", CASES], "--batch must be at least 1; found 0"),
        ]:
            with self.subTest(complaint):
                run = self.submit("check_files.py", *arguments)
                self.assertEqual(run.returncode, 2)
                self.assertIn(complaint, run.stdout)
        for job in [("check_files.py", "check", CASES), ("explore_slices.py", "slices", "--slice", "words")]:
            with self.subTest(job[0]):
                run = self.submit(*job, program=self.scratch / "missing")
                self.assertEqual(run.returncode, 2)
                self.assertIn("missing is no program; give the path of audiosession with --program", run.stdout)

    def test_what_the_program_refuses_at_once_ends_the_job_in_its_words(self):
        book = self.scratch / "wrong.yaml"
        book.write_text("book: own\nbased on: nobody\n")
        for job in [
            ("check_files.py", "check", "--rules", book, CASES),
            ("explore_slices.py", "slices", "--rules", book, "--slice", "words"),
            ("explore_slices.py", "frontier", "--rules", book, "--slice", "held/player/two"),
            ("explore_slices.py", "slices", "--slice", "nope"),
        ]:
            with self.subTest(job):
                run = self.submit(*job)
                self.assertNotEqual(run.returncode, 0)
                complaint = "there is no slice nope" if "nope" in job else f"{book}:2:11: "
                self.assertEqual(run.stdout.count(complaint), 1, run.stdout)
                self.assertNotIn("Traceback", run.stdout)


if __name__ == "__main__":
    unittest.main()
