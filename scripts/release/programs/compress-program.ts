// Packs a program for download, with the licences of what is inside: .tar.gz keeps that it is executable, and Windows
// opens .zip.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { writeWhole } from '../artifacts/write-whole.ts';
import { writeTarball } from '../pack/write-tarball.ts';
import type { ProgramPlatform } from './platforms.ts';
import { writeZip } from './write-zip.ts';

/** A program to pack. */
export interface ProgramArchive {
  /** The executable. */
  readonly program: string;
  /** The name that it has once it is unpacked, without ending. */
  readonly name: string;
  readonly platform: ProgramPlatform;
  /** Texts that go with it, by name. */
  readonly texts: Readonly<Record<string, string>>;
  /** The time of every file, in seconds since 1970. */
  readonly epochSeconds: number;
}

/** Writes the archive next to the program. @returns its path */
export async function compressProgram(archive: ProgramArchive): Promise<string> {
  const { program, name, platform, texts, epochSeconds } = archive;
  const path = `${program.slice(0, program.length - platform.ending.length)}.${platform.archive}`;
  const folder = basename(path, `.${platform.archive}`);
  const executable = `${name}${platform.ending}`;
  if (platform.archive === 'zip') {
    const files = Object.entries(texts).map(([file, text]) => ({ path: file, content: Buffer.from(text) }));
    files.push({ path: executable, content: readFileSync(program) });
    const inFolder = files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
    await writeWhole(path, (part) => writeZip(part, inFolder, epochSeconds));
    return path;
  }
  const files = Object.entries(texts).map(([file, text]) => ({ path: file, content: { text } }));
  const all = [...files, { path: executable, content: { from: program }, isExecutable: true }];
  await writeTarball(path, all, epochSeconds, folder);
  return path;
}
