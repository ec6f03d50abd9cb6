// GET /.well-known/agent-skills/index.json: the skill of this registry itself, and those that its operator features.
import { hash } from 'node:crypto';
import { mapConcurrently } from '@prime-registry/concurrency';
import { REGISTRY_SKILL, renderRegistrySkill } from '@prime-registry/knowledge';
import { ROUTES, type SkillIndex, SkillIndexSchema } from '@prime-registry/protocol';
import { sendChecked } from '../../http/responses/send-page.ts';
import { json, OVERLOADED, problems, textAnswer, UNCHANGED } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeSkill, toSkillIndex } from './describe-skills.ts';

/** How long the document is reused if Primes are featured, in milliseconds. */
const MAX_AGE_MS = 10_000;

/** Featured skills that are made at the same time. */
const AT_ONCE = 2;

export const skillIndex: Route<'skills' | 'featuredSkills' | 'reading'> = {
  path: ROUTES.skillIndex,
  weight: 'heavy',
  schema: {
    operationId: 'skillIndex',
    summary: 'The skills of this registry',
    description:
      'Agent Skills Discovery 0.2.0: how to use this registry, and the Primes that its operator features.',
    tags: ['skills'],
    response: {
      200: json(SkillIndexSchema, 'The skills.'),
      ...problems(OVERLOADED),
    },
  },
  async handle({ skills, featuredSkills: { address, primes }, reading }, request): Promise<SkillIndex> {
    // Registries behind this one may have new versions, or answer again.
    if (primes.length > 0) reading.responseCache.limit(request, MAX_AGE_MS);
    const { name, description, text } = renderRegistrySkill(address);
    const own = {
      name,
      type: 'skill-md' as const,
      description,
      url: `${REGISTRY_SKILL}/SKILL.md`,
      digest: `sha256:${hash('sha256', text)}`,
    };
    const found = await mapConcurrently(primes, { limit: AT_ONCE }, (prime) => skills.findListed(prime));
    // A document with two skills of one name would install one over the other: the first one stays.
    const used = new Set([name]);
    const featured = found.flatMap((skill) => {
      if (skill === undefined || used.has(skill.skill.name)) return [];
      used.add(skill.skill.name);
      return [skill];
    });
    const described = await Promise.all(featured.map((skill) => describeSkill(skill, ROUTES.skillIndex)));
    return toSkillIndex([own, ...described]);
  },
};

export const registrySkill: Route<'featuredSkills' | 'isPrivate'> = {
  path: ROUTES.registrySkill,
  schema: {
    operationId: 'registrySkill',
    summary: 'The skill of this registry itself',
    tags: ['skills'],
    response: {
      200: textAnswer('A SKILL.md.', 'text/markdown'),
      ...UNCHANGED,
    },
  },
  async handle({ featuredSkills: { address }, isPrivate }, _request, reply) {
    reply.header('Content-Type', 'text/markdown; charset=utf-8');
    return sendChecked(
      reply,
      renderRegistrySkill(address).text,
      isPrivate ? 'private, no-cache' : 'no-cache',
    );
  },
};
