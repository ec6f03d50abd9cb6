// The owner of a token (not part of the contract).
import { WhoamiSchema } from '@prime-registry/protocol';
import { readShape, type ShapeReader } from './read-shape.ts';

/** The token that was sent, as the registry knows it. */
export interface TokenIdentity {
  readonly name: string;
  /** What it may do, such as `publish`. */
  readonly permissions: readonly string[];
  /** The scopes that it may write to, such as `@acme`; `*` is all of them. */
  readonly scopes: readonly string[];
  /** ISO 8601, UTC; left out when it does not expire. */
  readonly expires_at?: string;
}

const { name, scopes, expires_at } = WhoamiSchema.properties;

const IdentitySchema = {
  type: 'object',
  required: ['name', 'permissions', 'scopes'],
  // A registry may have permissions that are not known here.
  properties: { name, permissions: scopes, scopes, expires_at },
} as const;

/** Reads the owner of a token. */
export const readTokenIdentity: ShapeReader<TokenIdentity> = (body) => readShape(IdentitySchema, body);
