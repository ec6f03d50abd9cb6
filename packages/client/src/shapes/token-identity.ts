// The owner of a token (not part of the contract).
import { WhoamiSchema, type WireValue } from '@prime-registry/protocol';
import { findAddition } from './additions.ts';
import { readShape, type ShapeReader } from './read-shape.ts';

const { name, scopes, expires_at, publishing } = WhoamiSchema.properties;
// A registry may have rules that are not known here.
const PublishingSchema = {
  ...publishing,
  properties: { ...publishing.properties, version_rule: { type: 'string' } },
} as const;

/** What limits a publish. A registry that says so also checks publishes: see `checkPublish`. */
export type PublishLimits = WireValue<typeof PublishingSchema>;

/** The token that was sent, as the registry knows it. */
export interface TokenIdentity {
  readonly name: string;
  /** What it may do, such as `publish`. */
  readonly permissions: readonly string[];
  /** The scopes that it may write to, such as `@acme`; `*` is all of them. */
  readonly scopes: readonly string[];
  /** ISO 8601, UTC; left out when it does not expire. */
  readonly expires_at?: string;
  /** Left out by a registry that does not say. */
  readonly publishing?: PublishLimits;
}

const IdentitySchema = {
  type: 'object',
  required: ['name', 'permissions', 'scopes'],
  // A registry may have permissions that are not known here.
  properties: { name, permissions: scopes, scopes, expires_at },
} as const;

export const readTokenIdentity: ShapeReader<TokenIdentity> = (body) => {
  const limits = findAddition(body, 'publishing', PublishingSchema);
  return { ...readShape(IdentitySchema, body), ...(limits && { publishing: limits }) };
};
