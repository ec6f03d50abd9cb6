// GET /-/whoami (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { PERMISSIONS } from '../token.ts';
import { TimestampSchema } from './scalars.ts';

/** Schema of {@link Whoami}. */
export const WhoamiSchema = {
  $id: 'Whoami',
  description: 'The token of the request, as the registry knows it.',
  type: 'object',
  required: ['id', 'name', 'permissions', 'scopes'],
  properties: {
    id: { type: 'string', description: "Id of the token in the registry's log and for its operator." },
    name: {
      type: 'string',
      description: "Name of the token; 'environment' for the admin token of the operator's environment.",
    },
    permissions: {
      type: 'array',
      items: { enum: PERMISSIONS },
      description: 'Permissions of the token; admin includes all others.',
    },
    scopes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Scopes that the token may write to, each with its @; * means every scope.',
    },
    primes: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Primes that the token may write to besides, such as @acme/web-style, or @acme/web-style@^1.2 for some versions; absent if there is none.',
    },
    publishing: {
      type: 'object',
      description:
        'What limits a publish. A registry that sends it has POST /-/publish/check, and knows the part version-rule of the form.',
      required: ['max_tarball_bytes', 'max_unpacked_bytes', 'max_entries', 'max_ratio', 'version_rule'],
      properties: {
        max_tarball_bytes: { type: 'integer', minimum: 1, description: 'Largest tarball.' },
        max_unpacked_bytes: { type: 'integer', minimum: 1, description: 'Largest unpacked size.' },
        max_entries: { type: 'integer', minimum: 1, description: 'Most files and folders.' },
        max_ratio: {
          type: 'integer',
          minimum: 1,
          description: 'Highest ratio of unpacked to packed bytes, above 16 MiB unpacked.',
        },
        version_rule: {
          enum: ['warn', 'enforce', 'off'],
          description: 'What happens to a version step that is too small.',
        },
      },
    },
    expires_at: { ...TimestampSchema, description: 'When the token expires; absent if it never does.' },
  },
} as const;

/** The response with the owner of a token. */
export type Whoami = XStatic<typeof WhoamiSchema>;
