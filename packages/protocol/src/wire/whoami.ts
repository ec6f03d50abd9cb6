// GET /-/whoami (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { PERMISSIONS } from '../token.ts';
import { TimestampSchema } from './scalars.ts';
import { describedObject, document, fromOne, text } from './schema-parts.ts';

export const WhoamiSchema = document(
  'Whoami',
  'The token of the request, as the registry knows it.',
  ['id', 'name', 'permissions', 'scopes'],
  {
    id: text("Id of the token in the registry's log and for its operator."),
    name: text("Name of the token; 'environment' for the admin token of the operator's environment."),
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
    publishing: describedObject(
      'What limits a publish. A registry that sends it has POST /-/publish/check, and knows the part version-rule of the form.',
      ['max_tarball_bytes', 'max_unpacked_bytes', 'max_entries', 'max_ratio', 'version_rule'],
      {
        max_tarball_bytes: fromOne('Largest tarball.'),
        max_unpacked_bytes: fromOne('Largest unpacked size.'),
        max_entries: fromOne('Most files and folders.'),
        max_ratio: fromOne('Highest ratio of unpacked to packed bytes, above 16 MiB unpacked.'),
        version_rule: {
          enum: ['warn', 'enforce', 'off'],
          description: 'What happens to a version step that is too small.',
        },
      },
    ),
    expires_at: { ...TimestampSchema, description: 'When the token expires; absent if it never does.' },
  },
);

/** The response with the owner of a token. */
export type Whoami = XStatic<typeof WhoamiSchema>;
