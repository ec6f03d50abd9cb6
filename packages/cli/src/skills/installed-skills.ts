// The skills of installed Primes, made of files that are as the lock file says.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackedFileCollector, type PackedFiles, SKILL_MD, SkillLibrary } from '@prime-registry/knowledge';
import { ValidationError } from '../errors/validation-error.ts';
import { primeFolder, readTree } from '../install/tree/installed-tree.ts';
import { InstalledKnowledge } from '../knowledge/installed-knowledge.ts';
import type { InstalledPrimes } from '../knowledge/installed-primes.ts';

/** The skills of all installed Primes that are intact. */
export function createInstalledSkills(primes: InstalledPrimes): SkillLibrary {
  return new SkillLibrary(new InstalledKnowledge(primes), {
    listPrimes: async () => ({ primes: [...(await primes.lockfile()).keys()], next: undefined }),
    readPacked: ({ name }, { signal = new AbortController().signal }) => readPacked(primes, name, signal),
  });
}

/** The files of an installed Prime, if it has a SKILL.md at its root. */
async function readPacked(
  primes: InstalledPrimes,
  name: string,
  signal: AbortSignal,
): Promise<PackedFiles | undefined> {
  const locked = (await primes.lockfile()).get(name);
  if (locked === undefined) return undefined;
  const tree = await readTree(primes.projectFolder, locked, signal);
  if (tree.state !== 'intact')
    throw new ValidationError(
      `the installed files of ${name} are not as lock.yaml says; run 'prime install'`,
    );
  if (!tree.files.some(({ path }) => path === SKILL_MD)) return undefined;
  const collector = new PackedFileCollector();
  for (const { path, sizeBytes, sha256 } of tree.files) {
    if (!collector.wants(path, sizeBytes)) continue;
    const bytes = readFileSync(join(primeFolder(primes.projectFolder, name), path));
    if (hash('sha256', bytes) !== sha256)
      throw new ValidationError(`${path} of ${name} was changed while it was read; run 'prime install'`);
    collector.add(path, new Uint8Array(bytes));
  }
  return collector.finish();
}
