// The skills of installed Primes, made of files that are as the lock file says.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  findOwnSkill,
  type OwnSkill,
  PackedFileCollector,
  SKILL_MD,
  SkillLibrary,
} from '@prime-registry/knowledge';
import { ValidationError } from '../errors/validation-error.ts';
import { primeFolder, readTree } from '../install/tree/installed-tree.ts';
import { InstalledKnowledge } from '../knowledge/installed-knowledge.ts';
import type { InstalledPrimes } from '../knowledge/installed-primes.ts';

/** The skills of all installed Primes that are intact. */
export function createInstalledSkills(primes: InstalledPrimes): SkillLibrary {
  return new SkillLibrary(new InstalledKnowledge(primes), {
    listPrimes: async () => ({ primes: [...(await primes.lockfile()).keys()], next: undefined }),
    readOwn: ({ name }, { signal = new AbortController().signal }) => readOwn(primes, name, signal),
  });
}

/** The skill that an installed Prime is, if it has a SKILL.md at its root. */
async function readOwn(
  primes: InstalledPrimes,
  name: string,
  signal: AbortSignal,
): Promise<OwnSkill | undefined> {
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
  const packed = collector.finish();
  return packed && findOwnSkill(packed);
}
