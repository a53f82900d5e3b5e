"""Explores the slices of a rule book as one Apache Spark job.

Two ways to share out the work:

    spark-submit explore_slices.py slices --program audiosession --rules modern --slice floor
        Some slices are a task: `audiosession explore --slice NAME … --json` runs where Spark puts it.

    spark-submit explore_slices.py frontier --program audiosession --rules modern --slice setups/phone
        One slice whose states would not fit into the memory of one machine: each depth is a data set of states, expanded
        by `audiosession expand` on all executors and deduplicated by Spark's shuffle.

Both end with 0 where everything closed and nothing is violated, with 1 where not.
"""

import argparse
import json
import shutil
import subprocess
import sys
import time

from pyspark.sql import SparkSession


def asked(command):
    """What the program says at once, as its words; what it refuses ends the job, for the program has said why."""
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(run.returncode)
    return run.stdout.split()


def explored(program, rules, names):
    """What came of some slices, as the program tells it: one process for all of a task, which makes the tables once."""
    names = list(names)
    if not names:
        return []
    command = [program, "explore", "--rules", rules, "--jobs", "1", "--json"]
    for name in names:
        command += ["--slice", name]
    run = subprocess.run(command, capture_output=True, text=True)
    outcomes = [json.loads(line) for line in run.stdout.splitlines()]
    # 1 is a violation, which stands in the line; all else is no outcome.
    if run.returncode not in (0, 1) or len(outcomes) != len(names):
        raise RuntimeError(f"{names[0]} and others: exit status {run.returncode}: {run.stderr.strip()}")
    return outcomes


def explore_slices(spark, program, rules, slices, tasks):
    listing = [program, "explore", "--rules", rules, "--list"]
    for name in slices:
        listing += ["--slice", name]
    names = asked(listing)
    # A task that dies is run again by Spark: a slice explored twice comes out the same. Neighbours in the list are alike and
    # take about as long, so they are dealt out in turn.
    tasks = min(len(names), tasks or 4 * spark.sparkContext.defaultParallelism)
    dealt = [name for first in range(tasks) for name in names[first::tasks]]
    outcomes = (
        spark.sparkContext.parallelize(dealt, tasks)
        .mapPartitions(lambda part: explored(program, rules, part)).collect())
    open_ones = [one["slice"] for one in outcomes if not one["closed"]]
    violated = [one for one in outcomes if one["violations"]]
    states = sum(one["states"] for one in outcomes)
    print(f"{len(outcomes)} slices, {len(open_ones)} not closed, {states} states, {len(violated)} with violations")
    for one in violated:
        print(f"  {one['slice']} violates {', '.join(one['violations'])}")
    return states, not open_ones and not violated


def expanded(program, rules, name, lines):
    """The lines that the program makes of lines of states, each as its words."""
    lines = list(lines)
    if not lines:
        return
    child = subprocess.run(
        [program, "expand", "--rules", rules, "--slice", name],
        input="".join(line + "\n" for line in lines), capture_output=True, text=True)
    if child.returncode != 0:
        raise RuntimeError(f"{name}: exit status {child.returncode}: {child.stderr.strip()}")
    for line in child.stdout.splitlines():
        yield line.split(" ", 2)


def shortest(one, other):
    """Of two ways to one state the same one, in whichever order they come."""
    return min(one, other, key=lambda path: (path.count(","), [int(letter) for letter in path.split(",")]))


def explore_frontier(spark, program, rules, name, parts):
    context = spark.sparkContext
    first = asked([program, "expand", "--rules", rules, "--slice", name, "--first"])
    frontier = context.parallelize([(first[0], first[1])], parts)
    visited = frontier.mapValues(lambda path: None).cache()
    states, depth = 1, 0
    while True:
        lines = frontier.map(lambda state: f"{state[0]} {state[1]}").mapPartitions(
            lambda part: expanded(program, rules, name, part)).cache()
        violations = lines.filter(lambda line: line[0] == "violation").take(10)
        for line in violations:
            print("violation", *line[1:])
        if violations:
            return states, False
        # The shuffle: equal states meet in one part, and those that were seen before fall out.
        fresh = (
            lines.filter(lambda line: line[0] == "state").map(lambda line: (line[1], line[2]))
            .reduceByKey(shortest, parts).subtractByKey(visited, parts).cache())
        count = fresh.count()
        lines.unpersist()
        if count == 0:
            print(f"{name}: closed, {states} states, {depth} deep")
            return states, True
        depth += 1
        states += count
        print(f"  depth {depth}: {count} new, {states} states", flush=True)
        # Without a cut, the plan of each depth would hold those of all before; what is kept stays on the executors' disks.
        visited = visited.union(fresh.mapValues(lambda path: None)).coalesce(parts)
        visited.localCheckpoint()
        visited.count()
        frontier = fresh


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("way", choices=["slices", "frontier"])
    parser.add_argument("--program", default="audiosession", help="the program, at the same path on every machine")
    parser.add_argument("--rules", default="modern", help="the rule book")
    parser.add_argument("--slice", action="append", default=[], help="a family or a slice; may stand several times")
    parser.add_argument("--tasks", type=int, default=0, help="how many tasks the slices become; 0 is four for each core")
    parser.add_argument("--parts", type=int, default=4, help="in how many parts the states of a depth are expanded")
    options = parser.parse_args()
    if options.way == "frontier" and len(options.slice) != 1:
        parser.error("frontier needs one --slice")
    if shutil.which(options.program) is None:
        parser.error(f"{options.program} is no program; give the path of audiosession with --program")
    spark = SparkSession.builder.appName("audiosession explore").getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    start = time.monotonic()
    if options.way == "slices":
        states, is_well = explore_slices(spark, options.program, options.rules, options.slice, options.tasks)
    else:
        states, is_well = explore_frontier(spark, options.program, options.rules, options.slice[0], options.parts)
    seconds = time.monotonic() - start
    print(f"{states / seconds:.0f} states a second on {spark.sparkContext.defaultParallelism} cores, {seconds:.1f} s")
    spark.stop()
    sys.exit(0 if is_well else 1)


if __name__ == "__main__":
    main()
