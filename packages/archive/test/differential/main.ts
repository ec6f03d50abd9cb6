#!/usr/bin/env node
// `npm run differential`: whether all tar programs of this machine read the same in every archive that this
// package accepts. Exit code 0 without a difference, 1 with one, 3 for wrong usage.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SeededRandom } from '@prime-registry/testkit';
import { compareBatch, type Difference } from './compare-batch.ts';
import { randomArchive } from './generate/random-archive.ts';
import { findReaders } from './readers/index.ts';

const USAGE = `Usage: npm run differential -- [--archives N] [--seed S] [--out DIR] [--json]

Generates tar archives, usual and odd ones. Each that this package accepts is read by all tar programs of this machine.

  --archives N  How many to generate, 1 to 100000000 (default 10000)
  --seed S      Any text; the same seed generates the same archives (default: a new one, which is printed)
  --out DIR     Where archives that are read differently are written (default differential-failures)
  --json        Prints the report as JSON on standard output
`;
const BATCH = 1000;
const MAX_REPORTED = 20;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (options === undefined) {
    console.error(USAGE);
    return 3;
  }
  const { archives, seed, out, isJson } = options;
  const { readers, missing } = await findReaders();
  console.error(`differential: seed ${seed}; readers: ${readers.map(({ name }) => name).join(', ')}`);
  for (const { name, reason } of missing) console.error(`differential: NOT COMPARED WITH ${name}: ${reason}`);
  const root = mkdtempSync(join(tmpdir(), 'prime-differential-'));
  const random = new SeededRandom(seed);
  const counts = { archives: 0, accepted: 0, differences: 0 };
  try {
    while (counts.archives < archives) {
      const size = Math.min(BATCH, archives - counts.archives);
      const batch = Array.from({ length: size }, (_, index) =>
        randomArchive(random.fork(counts.archives + index)),
      );
      const result = await compareBatch(batch, readers, join(root, 'batch'));
      for (const difference of result.differences) {
        counts.differences += 1;
        if (counts.differences <= MAX_REPORTED) report(difference, counts.archives, out);
      }
      counts.archives += size;
      counts.accepted += result.accepted;
      if (counts.archives % 10_000 === 0) console.error(`differential: ${describeCounts(counts)}`);
    }
  } finally {
    for (const reader of readers) reader.close();
    rmSync(root, { recursive: true, force: true });
  }
  const names = readers.map(({ name }) => name);
  const json = { seed, ...counts, readers: names, missing: missing.map(({ name }) => name) };
  console.log(isJson ? JSON.stringify(json) : `differential: ${describeCounts(counts)}, seed ${seed}`);
  return counts.differences === 0 ? 0 : 1;
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        archives: { type: 'string', default: '10000' },
        seed: { type: 'string', default: randomBytes(4).toString('hex') },
        out: { type: 'string', default: 'differential-failures' },
        json: { type: 'boolean', default: false },
      },
    });
    if (!/^[1-9]\d{0,7}$|^100000000$/.test(values.archives)) return undefined;
    return { archives: Number(values.archives), seed: values.seed, out: values.out, isJson: values.json };
  } catch {
    return undefined;
  }
}

function describeCounts({
  archives,
  accepted,
  differences,
}: Record<'archives' | 'accepted' | 'differences', number>): string {
  return `${archives} archives, ${accepted} of them accepted, ${differences} differences`;
}

function report({ reader, index, archive, ours, theirs }: Difference, start: number, out: string): void {
  mkdirSync(out, { recursive: true });
  const path = join(out, `${start + index}.tar${archive.isOddlyPacked ? '.gz' : ''}`);
  writeFileSync(path, archive.isOddlyPacked ? archive.packed : archive.tar);
  const show = (lines: readonly string[]) =>
    JSON.stringify(lines.filter((line) => !ours.includes(line) || !theirs.includes(line)));
  console.error(`DIFFERENCE with ${reader}, in ${path}\n  ours   ${show(ours)}\n  theirs ${show(theirs)}`);
}
