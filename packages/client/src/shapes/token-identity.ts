// Whom a registry takes the client for (not part of the contract).
import { findText, getFields, getText, getTexts, type ShapeReader } from './fields.ts';

/** The token that was sent, as the registry knows it. */
export interface TokenIdentity {
  readonly name: string;
  /** What it may do, such as `publish`. */
  readonly permissions: readonly string[];
  /** The scopes that it may write to, such as `@acme`; `*` is all of them. */
  readonly scopes: readonly string[];
  /** ISO 8601, UTC; not there when it does not expire. */
  readonly expires_at?: string;
}

/** Reads whom the registry takes the client for. */
export const readTokenIdentity: ShapeReader<TokenIdentity> = (body) => {
  const fields = getFields(body);
  const expiresAt = findText(fields, 'expires_at');
  return {
    name: getText(fields, 'name'),
    permissions: getTexts(fields, 'permissions'),
    scopes: getTexts(fields, 'scopes'),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
};
