// The checksums of a release, in the format of sha256sum, and whether a folder still matches them.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

export const CHECKSUMS = 'SHA256SUMS';
export const SIGNATURE = 'SHA256SUMS.sig';

/** Writes the checksums of all files of a folder. */
export async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const path of listArtifacts(folder)) lines.push(`${await hashFile(join(folder, path))}  ${path}\n`);
  await writeFile(join(folder, CHECKSUMS), lines.join(''));
}

/** Compares a folder with its checksums. @returns what is wrong; empty if all files are as they were */
export async function findChecksumProblems(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, CHECKSUMS), 'utf8').catch(() => undefined);
  if (text === undefined) return [`${CHECKSUMS} is missing: this is not a complete release.`];
  const expected = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, digest, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (digest !== undefined && path !== undefined) expected.set(path, digest);
    else if (line !== '') return [`${CHECKSUMS} has a line without a checksum: '${line.slice(0, 100)}'.`];
  }
  const present = listArtifacts(folder);
  const problems = [...expected.keys()]
    .filter((path) => !present.includes(path))
    .map((path) => `${path} is missing.`);
  for (const path of present) {
    const digest = expected.get(path);
    if (digest === undefined) problems.push(`${path} is not part of the release: remove it.`);
    else if ((await hashFile(join(folder, path))) !== digest)
      problems.push(`${path} has other bytes than the release: replace it.`);
  }
  return problems;
}

/** The files of a folder except the checksums and their signature, sorted, with `/` between folders. */
export function listArtifacts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .filter((path) => path !== CHECKSUMS && path !== SIGNATURE)
    .sort();
}

/** The SHA-256 of a file, in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
