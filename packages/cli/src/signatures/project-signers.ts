// `.primes/signers.txt`, next to the lock file: who has signed the Primes of a project, so that another signer is noticed. A
// file of its own, as logs.txt is, so that every prime can read lock.yaml (docs/decisions/0058).
import { rm } from 'node:fs/promises';
import { isFingerprint, parsePrimeName, quote } from '@prime-registry/protocol';
import { ValidationError } from '../errors/validation-error.ts';
import { readProjectFile } from '../files/read-project-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { projectSignersPath } from '../install/primes-folder.ts';

/** The fingerprints of the keys that may sign a Prime, by its name in the lock file. */
export type ProjectSigners = ReadonlyMap<string, readonly string[]>;

/** A file of this size has more lines than a lock file can have Primes, in bytes. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Most signers of one Prime: each was accepted by a person. */
const MOST_SIGNERS = 100;

const HEADING = '# Written by prime. Commit it with lock.yaml: who has signed the Primes, by the keys.\n';

/** Reads the file; a missing one says nothing. @throws ValidationError at the first line that is wrong */
export async function readProjectSigners(projectFolder: string): Promise<ProjectSigners> {
  const path = projectSignersPath(projectFolder);
  const text = (await readProjectFile(path, MAX_BYTES)) ?? '';
  const signers = new Map<string, string[]>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === '' || line.startsWith('#')) continue;
    const [name = '', fingerprint = '', ...rest] = line.split(' ');
    if (rest.length > 0 || !parsePrimeName(name).ok || !isFingerprint(fingerprint))
      throw invalidLine(path, line, index + 1);
    const known = signers.get(name) ?? [];
    if (known.length >= MOST_SIGNERS)
      throw invalid(path, `is one signer of ${name} too many; at most ${MOST_SIGNERS} are read`, index + 1);
    if (!known.includes(fingerprint)) signers.set(name, [...known, fingerprint]);
  }
  return signers;
}

/** Writes the file, if it says something new; without anything to say there is none. */
export async function writeProjectSigners(projectFolder: string, signers: ProjectSigners): Promise<void> {
  const lines = [...signers].flatMap(([name, fingerprints]) =>
    fingerprints.map((fingerprint) => `${name} ${fingerprint}\n`),
  );
  const path = projectSignersPath(projectFolder);
  const text = `${HEADING}${lines.sort().join('')}`;
  const before = await readProjectFile(path, MAX_BYTES);
  if (lines.length === 0) await rm(path, { force: true });
  else if (before !== text) await replaceFile(path, text, { followsLinks: false });
}

/** Forgets the signers of Primes that somebody has removed. @param names - of those */
export async function forgetSigners(projectFolder: string, names: ReadonlySet<string>): Promise<void> {
  const signers = await readProjectSigners(projectFolder);
  const kept = [...signers].filter(([name]) => !names.has(name));
  if (kept.length < signers.size) await writeProjectSigners(projectFolder, new Map(kept));
}

function invalidLine(path: string, line: string, number: number): ValidationError {
  const message = /^(?:<{7}|={7}|\|{7}|>{7})(?: |$)/.test(line)
    ? 'is a conflict marker of git: keep the lines of both sides and remove the markers'
    : `${quote(line.slice(0, 100))} is not '<name> SHA256:<fingerprint>'; restore the file from version control`;
  return invalid(path, message, number);
}

function invalid(path: string, message: string, line: number): ValidationError {
  return new ValidationError(`${path} is not valid`, [{ field: 'file', message, line, column: 1 }]);
}
