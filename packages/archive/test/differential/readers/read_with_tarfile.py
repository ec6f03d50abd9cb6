# Reads the archives of a folder with Python's tarfile and prints one line of JSON for each.
import hashlib
import json
import sys
import tarfile


def read(path):
    entries = []
    with tarfile.open(path, "r:*") as archive:
        for member in archive:
            kind = "folder" if member.isdir() else "file" if member.isreg() else repr(member.type)
            content = archive.extractfile(member).read() if member.isreg() else b""
            entries.append(
                {
                    "path": member.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace"),
                    "kind": kind,
                    "sizeBytes": member.size,
                    "sha256": hashlib.sha256(content).hexdigest(),
                }
            )
            # Setting times and owners is part of unpacking, and fails for values out of range.
            if not (abs(member.mtime) < 2**62 and 0 <= member.uid < 2**32 and 0 <= member.gid < 2**32):
                raise ValueError("a time or an owner that no system can set")
    return entries


folder = sys.argv[1]
for name in open(f"{folder}/names").read().split():
    try:
        answer = {"entries": read(f"{folder}/{name}")}
    except Exception as error:
        answer = {"failure": f"{type(error).__name__}: {error}"}
    print(json.dumps(answer))
