// The identity of a token, as a table.

import type { TokenIdentity } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';

/** Rows of a table. The texts come from a registry, so they are made printable. */
export function describeHolder({ name, permissions, scopes, expires_at }: TokenIdentity): string[][] {
  const list = (words: readonly string[]): string => words.map(toPrintable).join(', ') || 'none';
  return [
    ['name', toPrintable(name)],
    ['permissions', list(permissions)],
    ['scopes', scopes.includes('*') ? 'every scope' : list(scopes)],
    ['expires', expires_at === undefined ? 'never' : toPrintable(expires_at)],
  ];
}
