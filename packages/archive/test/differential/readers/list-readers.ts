// Readers that list an archive: a library in its own language, with a small program around it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Reading } from '../reading.ts';
import type { MissingReader, Reader } from './reader.ts';
import { findFirstLine, runProgram } from './run-program.ts';

const HERE = import.meta.dirname;

/** Python's tarfile. */
export async function findPython(): Promise<Reader | MissingReader> {
  const version = findFirstLine('python3', ['--version']);
  if (version === undefined) return { name: 'Python tarfile', reason: 'there is no python3' };
  return listReader(`${version} tarfile`, 'python3', [join(HERE, 'read_with_tarfile.py')]);
}

/** Go's archive/tar; compiled once for each run. */
export async function findGo(): Promise<Reader | MissingReader> {
  const version = findFirstLine('go', ['version']);
  if (version === undefined) return { name: 'Go archive/tar', reason: 'there is no go' };
  const folder = mkdtempSync(join(tmpdir(), 'prime-differential-go-'));
  const program = join(folder, 'read-with-go');
  try {
    await runProgram('go', ['build', '-o', program, join(HERE, 'read-with-go.go')]);
  } catch (error) {
    rmSync(folder, { recursive: true });
    return { name: 'Go archive/tar', reason: `go cannot compile: ${String(error)}` };
  }
  return listReader(`${version} archive/tar`, program, [], () => rmSync(folder, { recursive: true }));
}

/** A tar library of npm, which `npm ci` installs. */
export async function getNpmLibrary(name: 'tar' | 'tar-6' | 'tar-stream'): Promise<Reader> {
  return listReader(`npm ${name}`, process.execPath, [join(HERE, 'read-with-npm.mjs'), name]);
}

function listReader(
  name: string,
  program: string,
  args: readonly string[],
  close: () => void = () => undefined,
): Reader {
  const read = async (folder: string, files: readonly unknown[]): Promise<Reading[]> => {
    const lines = (await runProgram(program, [...args, folder])).trim().split('\n');
    if (lines.length !== files.length) throw new Error(`${name} answered for ${lines.length} archives`);
    return lines.map((line) => JSON.parse(line) as Reading);
  };
  return { name, isTree: false, read, close };
}
