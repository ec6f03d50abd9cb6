// A Prime as an Agent Skill: its discovery document.
import {
  type PrimeName,
  ROUTES,
  type SkillIndex,
  SkillIndexSchema,
  skillPath,
} from '@prime-registry/protocol';
import { readName, readVersion } from '../../http/requests/prime-path.ts';
import { json, PrimeParamsSchema, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeSkill, toSkillIndex } from './describe-skills.ts';
import { findSkill, SKILL_PROBLEMS, type SkillNeeds } from './find-skill.ts';

export const primeSkillIndex: Route<SkillNeeds> = {
  path: ROUTES.primeSkillIndex,
  weight: 'heavy',
  schema: {
    operationId: 'primeSkillIndex',
    summary: 'A Prime as an Agent Skill',
    description: 'Agent Skills Discovery 0.2.0, with one skill: the latest version.',
    tags: ['skills'],
    params: PrimeParamsSchema,
    response: { 200: json(SkillIndexSchema, 'The skill.'), ...SKILL_PROBLEMS },
  },
  async handle(deps, request): Promise<SkillIndex> {
    const name = readName(request);
    const found = await findSkill(deps, request, name, undefined);
    return toSkillIndex([await describeSkill(found, indexPathOf(name))]);
  },
};

export const versionSkillIndex: Route<SkillNeeds> = {
  path: ROUTES.versionSkillIndex,
  weight: 'heavy',
  schema: {
    operationId: 'versionSkillIndex',
    summary: 'A version as an Agent Skill',
    description: 'Agent Skills Discovery 0.2.0, with one skill; also of a yanked version.',
    tags: ['skills'],
    params: VersionParamsSchema,
    response: { 200: json(SkillIndexSchema, 'The skill.'), ...SKILL_PROBLEMS },
  },
  async handle(deps, request): Promise<SkillIndex> {
    const { name, version } = readVersion(request);
    const found = await findSkill(deps, request, name, version);
    return toSkillIndex([await describeSkill(found, indexPathOf(name, version.full))]);
  },
};

function indexPathOf(name: PrimeName, version?: string): string {
  return `${skillPath(name.full, version)}/.well-known/agent-skills/index.json`;
}
