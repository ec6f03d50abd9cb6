// A Prime as an Agent Skill: its discovery document, and the archive that it names.
import type { PrimeSkill } from '@prime-registry/knowledge';
import {
  getValue,
  type PrimeName,
  parseVersion,
  RegistryError,
  ROUTES,
  type SkillIndex,
  SkillIndexSchema,
  skillPath,
  type Version,
} from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';
import { primeNotFound } from '../../actions/not-found.ts';
import { inventoryNotFound } from '../../actions/read-atoms/inventory-not-found.ts';
import { holdMemory } from '../../http/admission/answer-memory.ts';
import { readName, readVersion } from '../../http/requests/prime-path.ts';
import { isNoneMatchFalse } from '../../http/responses/entity-tag.ts';
import { packSkill } from '../../knowledge/skills/pack-skill.ts';
import { json, PrimeParamsSchema, problems, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import type { Needs } from '../route-deps.ts';
import { describeSkill, toSkillIndex } from './describe-skills.ts';

type SkillNeeds = 'store' | 'mirror' | 'knowledge' | 'skills' | 'reading';

const ABSENT = problems(
  [
    404,
    'The Prime or the version is not in this registry, nor in an upstream, or its atoms were never read.',
  ],
  [410, 'The version was removed.'],
  [451, 'The version was removed for legal reasons.'],
  [502, 'An upstream sent something else than it promised.'],
  [503, 'An upstream may have it, but cannot be asked; or the registry is overloaded.'],
);

export const primeSkillIndex: Route<SkillNeeds> = {
  method: 'GET',
  path: ROUTES.primeSkillIndex,
  access: 'readers',
  weight: 'heavy',
  schema: {
    operationId: 'primeSkillIndex',
    summary: 'A Prime as an Agent Skill',
    description: 'Agent Skills Discovery 0.2.0, with one skill: the latest version.',
    tags: ['skills'],
    params: PrimeParamsSchema,
    response: { 200: json(SkillIndexSchema, 'The skill.'), ...ABSENT },
  },
  async handle(deps, request): Promise<SkillIndex> {
    const name = readName(request);
    const found = await findSkill(deps, request, name, undefined);
    return toSkillIndex([await describeSkill(found, indexPathOf(name))]);
  },
};

export const versionSkillIndex: Route<SkillNeeds> = {
  method: 'GET',
  path: ROUTES.versionSkillIndex,
  access: 'readers',
  weight: 'heavy',
  schema: {
    operationId: 'versionSkillIndex',
    summary: 'A version as an Agent Skill',
    description: 'Agent Skills Discovery 0.2.0, with one skill; also of a yanked version.',
    tags: ['skills'],
    params: VersionParamsSchema,
    response: { 200: json(SkillIndexSchema, 'The skill.'), ...ABSENT },
  },
  async handle(deps, request): Promise<SkillIndex> {
    const { name, version } = readVersion(request);
    const found = await findSkill(deps, request, name, version);
    return toSkillIndex([await describeSkill(found, indexPathOf(name, version.full))]);
  },
};

export const skillArchive: Route<SkillNeeds | 'isPrivate'> = {
  method: 'GET',
  path: ROUTES.skillArchive,
  access: 'readers',
  weight: 'heavy',
  schema: {
    operationId: 'skillArchive',
    summary: 'The archive of a skill',
    description: 'A .tar.gz with SKILL.md at its root; also of a yanked version.',
    tags: ['skills'],
    params: {
      ...VersionParamsSchema,
      required: [...VersionParamsSchema.required, 'file'],
      properties: {
        ...VersionParamsSchema.properties,
        file: {
          type: 'string',
          description: 'Name of the skill, and .tar.gz.',
          examples: ['web-style.tar.gz'],
        },
      },
    },
    response: {
      200: {
        description: 'The archive.',
        content: { 'application/gzip': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'The client has it already.', type: 'null' },
      ...ABSENT,
    },
  },
  async handle(deps, request, reply) {
    const { name, version } = readVersion(request);
    const { file } = request.params as { readonly file: string };
    const { skill } = await findSkill(deps, request, name, version);
    if (file !== `${skill.name}.tar.gz`) {
      throw new RegistryError('not_found', {
        detail: `The skill of ${name.full} ${version.full} is ${skill.name}.tar.gz.`,
      });
    }
    const { bytes, sha256 } = await packSkill(skill);
    const tag = `"${sha256}"`;
    // Another release of the registry may write the files differently.
    reply.headers({
      ETag: tag,
      'Cache-Control': deps.isPrivate ? 'private, no-cache' : 'no-cache',
      'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    });
    if (isNoneMatchFalse(request.headers['if-none-match'], tag)) return reply.code(304).send();
    holdMemory(deps.reading.memory, request, reply, bytes.length);
    return reply
      .headers({
        'Content-Type': 'application/gzip',
        'Content-Disposition': `attachment; filename="${file}"`,
      })
      .send(bytes);
  },
};

function indexPathOf(name: PrimeName, version?: string): string {
  return `${skillPath(name.full, version)}/.well-known/agent-skills/index.json`;
}

async function findSkill(
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
