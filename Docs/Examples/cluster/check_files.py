"""Checks scenario files, however many there are, as one Apache Spark job.

    spark-submit check_files.py check --program audiosession Scenarios
        Holds every file to its expectations, as `audiosession check` does.

    spark-submit check_files.py conform --program audiosession --impl './my-oracle --fast' Scenarios/conformance
        Holds this program or another one to the cases, as `audiosession conform` does, and adds up the summaries.

Files and folders stand at the same path on every machine. What is wrong is printed as the program says it, in the order of
the files; the last line is the summary, as JSON. Ends with 0 where everything holds, with 1 where something fails, with 2
where a file cannot be read: the others are checked all the same.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time

from pyspark.sql import SparkSession


def outcomes(command, files):
    """What the program says of some files, as exit status, output and complaints: of all of them together, or, where one
    cannot be read, of those before and behind it by themselves, for the program says nothing of the others then."""
    run = subprocess.run(command + files, capture_output=True, text=True)
    if run.returncode not in (0, 1, 2):
        raise RuntimeError(f"{files[0]} and others: exit status {run.returncode}: {run.stderr.strip()}")
    if run.returncode < 2 or len(files) == 1:
        return [(run.returncode, run.stdout, run.stderr)]
    middle = len(files) // 2
    return outcomes(command, files[:middle]) + outcomes(command, files[middle:])


def scenario_files(places):
    """The files that are named, and those in folders that are, in order."""
    files = []
    for place in places:
        if not os.path.isdir(place):
            files.append(os.path.abspath(place))
            continue
        found = [os.path.join(folder, name) for folder, _, names in os.walk(place) for name in names]
        files += sorted(os.path.abspath(name) for name in found if name.endswith(".yaml"))
    return files


def total(one, other):
    """The sum of two summaries: numbers are added wherever they stand."""
    if not isinstance(one, dict):
        return one + other
    added = {key: total(value, other[key]) if key in other else value for key, value in one.items()}
    return {**other, **added}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=["check", "conform"])
    parser.add_argument("places", nargs="+", help="scenario files, or folders of them")
    parser.add_argument("--program", default="audiosession", help="the program, at the same path on every machine")
    parser.add_argument("--rules", help="the rule book in place of the scenarios' own; of cases, those of this book")
    parser.add_argument("--impl", help="conform: what a shell runs to start the other program")
    parser.add_argument("--batch", type=int, default=250, help="how many files one start of the program takes at most")
    options = parser.parse_args()
    if shutil.which(options.program) is None:
        parser.error(f"{options.program} is no program; give the path of audiosession with --program")
    if options.impl and options.way == "check":
        parser.error("--impl is for conform; check has the program itself decide")
    if options.batch < 1:
        parser.error(f"--batch must be at least 1; found {options.batch}")
    files = scenario_files(options.places)
    if not files:
        parser.error(f"no .yaml file in {', '.join(options.places)}; give scenario files, or folders of them")

    command = [options.program, options.way]
    if options.rules:
        # Asked here: of a book that cannot be read the program would say so for every file.
        status = subprocess.run([options.program, "rules", "--rules", options.rules], stdout=subprocess.DEVNULL).returncode
        if status != 0:
            sys.exit(status)
        command += ["--rules", options.rules]
    if options.way == "conform":
        command += ["--json"] + (["--impl", options.impl] if options.impl else [])
    spark = SparkSession.builder.appName("audiosession " + options.way).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    start = time.monotonic()
    batches = [files[first:first + options.batch] for first in range(0, len(files), options.batch)]
    # A batch that dies is run again by Spark: files that are checked twice come out the same.
    told = (
        spark.sparkContext.parallelize(batches, min(len(batches), 4 * spark.sparkContext.defaultParallelism))
        .flatMap(lambda batch: outcomes(command, batch)).collect())
    seconds = time.monotonic() - start

    summary = {"passed": 0, "failed": 0}
    unreadable = 0
    for status, output, complaints in told:
        if status == 2:
            unreadable += 1
        elif options.way == "conform":
            summary = total(summary, json.loads(output))
        else:
            # The sum of several files stands in a line of its own, and is made anew here.
            lines = [line for line in output.splitlines() if not re.match(r"[✓✗] \d+ scenarios, ", line)]
            complaints += "".join(line + "\n" for line in lines if not line.startswith("✓ holds: "))
            failed = sum(line.startswith("✗ FAILS: ") for line in lines)
            held = sum(line.startswith("✓ holds: ") for line in lines)
            summary = total(summary, {"passed": held, "failed": failed})
        sys.stdout.write(complaints)
    print(
        f"{len(files)} files, {unreadable} not readable, {len(files) / seconds:.0f} files a second on "
        f"{spark.sparkContext.defaultParallelism} cores, {seconds:.1f} s")
    print(json.dumps(summary))
    spark.stop()
    sys.exit(2 if unreadable else 1 if summary["failed"] else 0)


if __name__ == "__main__":
    main()
