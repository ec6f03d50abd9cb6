// Agent Skills Discovery 0.2.0: the document that lists skills (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { document, object, text } from './schema-parts.ts';

/** Names the form of the document; clients compare it. */
export const SKILL_INDEX_FORM = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';

export const SkillIndexSchema = document(
  'SkillIndex',
  'Skills, by Agent Skills Discovery 0.2.0.',
  ['$schema', 'skills'],
  {
    $schema: { type: 'string', const: SKILL_INDEX_FORM, description: 'The form of this document.' },
    skills: {
      type: 'array',
      items: object(['name', 'type', 'description', 'url', 'digest'], {
        name: {
          type: 'string',
          maxLength: 64,
          pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
          description: 'Name of the skill, and of its folder.',
        },
        type: { enum: ['skill-md', 'archive'], description: 'A SKILL.md alone, or a .tar.gz of the folder.' },
        description: { type: 'string', maxLength: 1024, description: 'As in its SKILL.md.' },
        url: text('Where it is, relative to this document.'),
        digest: {
          type: 'string',
          pattern: '^sha256:[0-9a-f]{64}$',
          description: 'SHA-256 of the bytes at url.',
        },
      }),
    },
  },
);

/** The response with skills. */
export type SkillIndex = XStatic<typeof SkillIndexSchema>;
