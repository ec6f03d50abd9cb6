// `.primes/signers.txt`, next to the lock file: who has signed the Primes of a project, so that another signer is noticed. A
// file of its own, as logs.txt is, so that every prime can read lock.yaml (docs/decisions/0058).
import { isFingerprint, parsePrimeName } from '@prime-registry/protocol';
import { badLine, readLines, unknownLine, writeLines } from '../files/line-file.ts';
import { projectSignersPath } from '../install/primes-folder.ts';

/** The fingerprints of the keys that may sign a Prime, by its name in the lock file. */
export type ProjectSigners = ReadonlyMap<string, readonly string[]>;

/** Most signers of one Prime: each was accepted by a person. */
const MOST_SIGNERS = 100;

const HEADING = '# Written by prime. Commit it with lock.yaml: who has signed the Primes, by the keys.\n';

/** Reads the file; a missing one says nothing. @throws ValidationError at the first line that is wrong */
export async function readProjectSigners(projectFolder: string): Promise<ProjectSigners> {
  const path = projectSignersPath(projectFolder);
  const signers = new Map<string, string[]>();
  for (const [line, number] of await readLines(path)) {
    const [name = '', fingerprint = '', ...rest] = line.split(' ');
    if (rest.length > 0 || !parsePrimeName(name).ok || !isFingerprint(fingerprint))
      throw unknownLine(path, line, number, "is not '<name> SHA256:<fingerprint>'");
    const known = signers.get(name) ?? [];
    if (known.length >= MOST_SIGNERS)
      throw badLine(path, number, `is one signer of ${name} too many; at most ${MOST_SIGNERS} are read`);
    if (!known.includes(fingerprint)) signers.set(name, [...known, fingerprint]);
  }
  return signers;
}

/** Writes the file, if it says something new; without anything to say there is none. */
export async function writeProjectSigners(projectFolder: string, signers: ProjectSigners): Promise<void> {
  const lines = [...signers].flatMap(([name, fingerprints]) =>
    fingerprints.map((fingerprint) => `${name} ${fingerprint}`),
  );
  await writeLines(projectSignersPath(projectFolder), HEADING, lines.sort());
}

/** Forgets the signers of Primes that somebody has removed. @param names - of those */
export async function forgetSigners(projectFolder: string, names: ReadonlySet<string>): Promise<void> {
  const signers = await readProjectSigners(projectFolder);
  const kept = [...signers].filter(([name]) => !names.has(name));
  if (kept.length < signers.size) await writeProjectSigners(projectFolder, new Map(kept));
}
