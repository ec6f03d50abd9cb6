// The archive of a skill, which its discovery document names.
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { holdMemory } from '../../http/admission/answer-memory.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { isNoneMatchFalse } from '../../http/responses/entity-tag.ts';
import { packSkill } from '../../knowledge/skills/pack-skill.ts';
import { bytesAnswer, inPath, UNCHANGED, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { findSkill, SKILL_PROBLEMS, type SkillNeeds } from './find-skill.ts';

export const skillArchive: Route<SkillNeeds | 'isPrivate'> = {
  path: ROUTES.skillArchive,
  weight: 'heavy',
  schema: {
    operationId: 'skillArchive',
    summary: 'The archive of a skill',
    description: 'A .tar.gz with SKILL.md at its root; also of a yanked version.',
    tags: ['skills'],
    params: inPath({
      ...VersionParamsSchema.properties,
      file: {
        type: 'string',
        description: 'Name of the skill, and .tar.gz.',
        examples: ['web-style.tar.gz'],
      },
    }),
    response: {
      200: bytesAnswer('The archive.', 'application/gzip'),
      ...UNCHANGED,
      ...SKILL_PROBLEMS,
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
