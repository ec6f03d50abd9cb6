// Compares what this package reads in a batch of archives with what every reader reads.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomArchive } from './generate/random-archive.ts';
import { readOurs } from './read-ours.ts';
import type { Reader } from './readers/reader.ts';
import { describeEntries, describeTree, type ReadItem, type Reading } from './reading.ts';

/** An accepted archive that a reader reads differently. */
export interface Difference {
  readonly reader: string;
  /** Number of the archive in its batch. */
  readonly index: number;
  readonly archive: RandomArchive;
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

/** How many archives were accepted, and the differences in them. */
export interface BatchResult {
  readonly accepted: number;
  readonly differences: readonly Difference[];
}

/**
 * Reads all archives with this package, and the accepted ones with the readers. Tests of the comparison itself
 * pass another function in the place of this package.
 */
export async function compareBatch(
  archives: readonly RandomArchive[],
  readers: readonly Reader[],
  folder: string,
  readAccepted: (packed: Buffer) => Promise<Reading> = readOurs,
): Promise<BatchResult> {
  const accepted: { index: number; archive: RandomArchive; entries: readonly ReadItem[] }[] = [];
  for (const [index, archive] of archives.entries()) {
    const reading = await readAccepted(archive.packed);
    if ('entries' in reading) accepted.push({ index, archive, entries: reading.entries });
  }
  if (accepted.length === 0) return { accepted: 0, differences: [] };
  mkdirSync(folder);
  try {
    const files = accepted.map(({ index, archive }) => {
      const name = archive.isOddlyPacked ? `${index}.tar.gz` : `${index}.tar`;
      writeFileSync(join(folder, name), archive.isOddlyPacked ? archive.packed : archive.tar);
      return { name };
    });
    writeFileSync(join(folder, 'names'), `${files.map(({ name }) => name).join('\n')}\n`);
    const differences = await Promise.all(
      readers.map(async (reader) => {
        const readings = await reader.read(folder, files);
        return accepted.flatMap(({ index, archive, entries }, place): Difference[] => {
          const describe = reader.isTree ? describeTree : describeEntries;
          const ours = describe(entries);
          const theirs = describeReading(readings[place], describe);
          if (ours.join('\n') === theirs.join('\n')) return [];
          return [{ reader: reader.name, index, archive, ours, theirs }];
        });
      }),
    );
    return { accepted: accepted.length, differences: differences.flat() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describeReading(
  reading: Reading | undefined,
  describe: (entries: readonly ReadItem[]) => string[],
): string[] {
  if (reading === undefined) return ['no answer'];
  return 'failure' in reading ? [`refused: ${reading.failure.trim()}`] : describe(reading.entries);
}
