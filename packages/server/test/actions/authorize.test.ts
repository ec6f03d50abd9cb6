// What a token may write to: scopes, Primes and versions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ErrorCode,
  parseGrant,
  parsePrimeName,
  parseVersion,
  RegistryError,
} from '@prime-registry/protocol';
import type { Actor } from '../../src/actions/tokens/authenticate-token.ts';
import { requirePrime, requireScope } from '../../src/actions/tokens/authorize.ts';

/** @param grants - such as `@acme`, `@acme/web-style` or `@acme/web-style@^1.2` */
function holderOf(...grants: readonly string[]): Actor {
  const primes = grants.filter((grant) => grant.includes('/')).map((grant) => mustParse(parseGrant(grant)));
  return {
    ...{ tokenId: 'id', tokenName: 'name', kind: 'stored', permissions: ['publish'], expiresAtMs: undefined },
    ...{ scopes: grants.filter((grant) => !grant.includes('/')), primes },
    ...{ ancestors: [], ruleId: undefined, provenance: undefined },
  };
}

function mustParse<T>(parsed: { ok: true; value: T } | { ok: false; message: string }): T {
  assert.ok(parsed.ok);
  return parsed.value;
}

function outcomeOf(check: () => void): ErrorCode | 'allowed' {
  try {
    check();
    return 'allowed';
  } catch (error) {
    assert.ok(error instanceof RegistryError);
    return error.code;
  }
}

/** @param version - undefined for all of them */
const mayWrite = (actor: Actor, name: string, version?: string) =>
  outcomeOf(() =>
    requirePrime(
      actor,
      mustParse(parsePrimeName(name)),
      version === undefined ? undefined : mustParse(parseVersion(version)),
    ),
  );

test('a token of scopes writes every Prime of them, and none of another', () => {
  const holder = holderOf('@acme', '@other');
  assert.equal(mayWrite(holder, '@acme/web-style'), 'allowed');
  assert.equal(mayWrite(holder, '@other/web-style', '1.0.0'), 'allowed');
  assert.equal(mayWrite(holder, '@third/web-style', '1.0.0'), 'scope_not_allowed');
  assert.equal(mayWrite(holderOf('*'), '@third/web-style'), 'allowed');
  assert.equal(mayWrite(holderOf(), '@acme/web-style', '1.0.0'), 'scope_not_allowed');
});

test('a token of single Primes is of none of their scopes', () => {
  const holder = holderOf('@acme/web-style', '@acme/other@^2');
  assert.equal(
    outcomeOf(() => requireScope(holder, '@acme')),
    'scope_not_allowed',
  );
  assert.equal(mayWrite(holder, '@acme/web-style'), 'allowed');
  assert.equal(mayWrite(holder, '@acme/web-styles', '1.0.0'), 'prime_not_allowed');
  assert.equal(mayWrite(holder, '@acme/other', '2.3.0'), 'allowed');
  assert.equal(mayWrite(holder, '@acme/other', '1.9.0'), 'prime_not_allowed');
  assert.equal(mayWrite(holder, '@acme/other'), 'prime_not_allowed');
});

test('grants add up', () => {
  const holder = holderOf('@docs', '@acme/web-style@1.2.0', '@acme/web-style@^3 || ^5');
  for (const version of ['1.2.0', '1.2.0+build.7', '3.9.9', '5.0.0'])
    assert.equal(mayWrite(holder, '@acme/web-style', version), 'allowed', version);
  for (const version of ['1.2.1', '2.0.0', '4.0.0', '6.0.0-rc.1'])
    assert.equal(mayWrite(holder, '@acme/web-style', version), 'prime_not_allowed', version);
  assert.equal(mayWrite(holder, '@docs/anything'), 'allowed');
  assert.equal(
    outcomeOf(() => requireScope(holder, '@docs')),
    'allowed',
  );
});

test('prereleases count by their precedence', () => {
  const holder = holderOf('@acme/web-style@^1.2.0');
  const versions: Readonly<Record<string, string>> = {
    '1.2.0-rc.1': 'prime_not_allowed',
    '1.2.0': 'allowed',
    '1.3.0-rc.1': 'allowed',
    '2.0.0-0': 'prime_not_allowed',
    '99999999999999999999.0.0': 'prime_not_allowed',
  };
  for (const [version, outcome] of Object.entries(versions))
    assert.equal(mayWrite(holder, '@acme/web-style', version), outcome, version);
});
