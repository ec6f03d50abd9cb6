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
    expires_at: { ...TimestampSchema, description: 'When the token expires; absent if it never does.' },
  },
} as const;

/** The response with the owner of a token. */
export type Whoami = XStatic<typeof WhoamiSchema>;
