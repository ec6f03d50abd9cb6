// Runs operator commands on a data folder and reads their output.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTarStream } from '@prime-registry/archive';
import { forEachConcurrently } from '@prime-registry/concurrency';
import {
  buildTarball,
  type CommandResult,
  type ParsedJson,
  type RunOptions,
  runCommand,
} from '@prime-registry/testkit';
import { listFiles, type ServedRegistry } from '../temporary-registry.ts';

/** Runs a command on a data folder. */
export function run(
  dataFolder: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  return runCommand([...args, '--data', dataFolder], {}, options);
}

/** Runs a command that must succeed. @returns its standard output */
export async function must(dataFolder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(dataFolder, args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** The JSON lines of a text. */
export function parseLines(text: string): ParsedJson[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ParsedJson);
}

/** The path of a tarball. */
export function blobPath(dataFolder: string, sha256: string): string {
  return join(dataFolder, 'blobs', 'sha256', sha256.slice(0, 2), sha256);
}

/** A tarball that no other test creates. */
export function tarballOf(text: string): Buffer {
  return buildTarball({ 'README.md': text });
}

/** Publishes versions `1.0.0`, `1.1.0`, … */
export async function publishMany({ admin }: ServedRegistry, count: number, text = 'number'): Promise<void> {
  await eachOf(count, (number) =>
    admin.mustPublish({ version: `1.${number}.0`, tarball: tarballOf(`${text} ${number}`) }),
  );
}

/** As many at the same time as a registry takes with its default settings on a small machine. */
const AT_ONCE = 32;

/** Runs a work for each number below `count`. */
export async function eachOf(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  await forEachConcurrently(numbers, { limit: AT_ONCE }, async (number) => {
    await work(number);
  });
}

/** Everything in a registry: the digests of the files of its export, by path, in their order. */
export async function contentsOf(dataFolder: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'prime-registry-export-'));
  try {
    const file = join(folder, 'export.tar');
    await must(dataFolder, 'export', file, '--with-tokens');
    const contents: string[] = [];
    for await (const { path, body } of readTarStream(createReadStream(file))) {
      const hash = createHash('sha256');
      for await (const chunk of body) hash.update(chunk);
      // The first file contains the time of the export.
      if (path !== 'registry.json') contents.push(`${path} ${hash.digest('hex')}`);
    }
    return contents.toSorted();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The names of temporary files, of which there should be none. */
export async function leftovers(dataFolder: string): Promise<string[]> {
  return existsSync(join(dataFolder, 'uploads')) ? listFiles(dataFolder, 'uploads') : [];
}

/** Changes a byte in the middle of a file. */
export async function damage(path: string, bytes: Buffer): Promise<void> {
  const damaged = Buffer.from(bytes);
  damaged[Math.floor(damaged.length / 2)] = (damaged[Math.floor(damaged.length / 2)] ?? 0) ^ 1;
  await writeFile(path, damaged);
}
