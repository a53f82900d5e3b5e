#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes Debian's changelog out of CHANGELOG.md: changelog.py VERSION MAINTAINER SECONDS < CHANGELOG.md.

VERSION is the program's. Changes that stand under "Unreleased" make a package between two releases: its version has the time of
the last commit behind ~ where VERSION is yet to come, behind + where it has a heading of its own. SECONDS is that time, since 1970.
"""
import datetime
import email.utils
import re
import sys
import textwrap

if len(sys.argv) != 4 or not re.fullmatch(r"\d+(\.\d+)*", sys.argv[1]) or not re.fullmatch(r"[^<>\n]+ <[^<> ]+@[^<> ]+>", sys.argv[2]) \
        or not sys.argv[3].isdigit():
    sys.exit(f"changelog.py: {' '.join(sys.argv[1:])}: give a version such as 0.1.0, a maintainer as 'Name <name@host>', and seconds")
version, maintainer = sys.argv[1:3]
now = datetime.datetime.fromtimestamp(int(sys.argv[3]), datetime.timezone.utc)

text = sys.stdin.read()
# Of a link its text.
text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).replace("**", "")
releases = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
names = [release.split(None, 1)[0].strip("[]") for release in releases]
if not names or names[0] not in ("Unreleased", version):
    sys.exit(f"changelog.py: CHANGELOG.md begins with the heading {names[:1]}; give it a section 'Unreleased' or '{version}' at its top")

for name, release in zip(names, releases):
    heading, _, body = release.partition("\n")
    date = now
    if name == "Unreleased":
        if not re.search(r"^- ", body, re.MULTILINE):
            continue
        name = version + ("+" if version in names else "~") + now.strftime("%Y%m%d.%H%M%S")
    elif day := re.search(r"\d{4}-\d\d-\d\d", heading):
        date = datetime.datetime.fromisoformat(day[0]).replace(tzinfo=datetime.timezone.utc)
    else:
        sys.exit(f"changelog.py: the heading '## {heading}' of CHANGELOG.md has no date; write it as '## {name} - 2026-01-31'")
    print(f"audiosession ({name}) unstable; urgency=medium")
    for part in re.findall(r"^### (.*)|^- ((?:.+\n?)(?:  .+\n?)*)", body, re.MULTILINE):
        title, entry = part
        print(f"\n  [ {title} ]" if title else textwrap.fill(
            " ".join(entry.split()), 78, initial_indent="  * ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False))
    print(f"\n -- {maintainer}  {email.utils.format_datetime(date)}\n")
