// Finds a Prime as an Agent Skill.
import type { PrimeSkill } from '@prime-registry/knowledge';
import { getValue, type PrimeName, parseVersion, type Version } from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { primeNotFound } from '../../actions/not-found.ts';
import { inventoryNotFound } from '../../actions/read-atoms/inventory-not-found.ts';
import { problems, REMOVED, WRONG_UPSTREAM } from '../responses.ts';
import type { Needs } from '../route-deps.ts';

export type SkillNeeds = 'store' | 'mirror' | 'knowledge' | 'skills' | 'reading';

/** The errors if there is no skill. */
export const SKILL_PROBLEMS = problems(
  [
    404,
    'The Prime or the version is not in this registry, nor in an upstream, or its atoms were never read.',
  ],
  ...REMOVED,
  WRONG_UPSTREAM,
  [503, 'An upstream may have it, but cannot be asked; or the registry is overloaded.'],
);

/** The skill of a Prime. @param version - undefined for the latest @throws RegistryError if there is none */
export async function findSkill(
  { store, mirror, knowledge, skills, reading }: Needs<SkillNeeds>,
  request: FastifyRequest,
  name: PrimeName,
  version: Version | undefined,
): Promise<PrimeSkill> {
  const found = await skills.find(name.full, version?.full);
  const freshForMs = mirror.freshForMs(name, undefined);
  // A registry behind this one may have a new version at any time.
  if (freshForMs !== undefined) reading.responseCache.limit(request, freshForMs);
  if (found !== undefined) return found;
  const prime = await knowledge.findPrime(name.full, version?.full);
  if (prime === undefined) throw primeNotFound(name);
  throw await inventoryNotFound(store, name, getValue(parseVersion(prime.version)));
}
