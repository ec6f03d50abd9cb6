// GET /-/whoami (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { PERMISSIONS } from '../token.ts';
import { TimestampSchema } from './scalars.ts';

/** Schema of {@link Whoami}. */
export const WhoamiSchema = {
  $id: 'Whoami',
  description: 'What the registry knows of the token that was sent.',
  type: 'object',
  required: ['id', 'name', 'permissions', 'scopes'],
  properties: {
    id: { type: 'string', description: "What the registry's log and its operator know the token by." },
    name: {
      type: 'string',
      description: "The name the token was issued under; 'environment' for the operator's own.",
    },
    permissions: {
      type: 'array',
      items: { enum: PERMISSIONS },
      description: 'What the token may do; admin is all of it.',
    },
    scopes: {
      type: 'array',
      items: { type: 'string' },
      description: 'The scopes the token may write to, each with its @; * is every scope.',
    },
    expires_at: { ...TimestampSchema, description: 'When the token expires; left out if it never does.' },
  },
} as const;

/** Who a token belongs to, as it is answered. */
export type Whoami = XStatic<typeof WhoamiSchema>;
