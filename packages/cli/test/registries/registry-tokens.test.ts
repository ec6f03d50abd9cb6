// Which token is sent to which registry: never one to a registry that only the project names.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UsageError } from '@prime-registry/command-line';
import { fc } from '@prime-registry/testkit/properties';
import { assignTokens, type TokenOrigin } from '../../src/registries/registry-tokens.ts';
import type { EffectiveSettings, SettingSource } from '../../src/settings/load-settings.ts';

const A = 'https://a.example';
const B = 'https://b.example';
const C = 'https://c.example';

const settingsOf = (
  registriesFrom: SettingSource,
  registries: readonly string[],
  user: Partial<EffectiveSettings['user']> = {},
): EffectiveSettings => ({
  registries,
  registriesFrom,
  pins: new Map(),
  user: { registries: [], scopes: new Map(), ...user },
  project: { registries: registriesFrom === 'project' ? registries : [], scopes: new Map() },
  projectPath: '/project/.primes/config.yaml',
});

const assign = (settings: EffectiveSettings, rest: Partial<Omit<TokenOrigin, 'settings'>> = {}) =>
  assignTokens({ settings, credentials: new Map(), environment: {}, flags: {}, ...rest });

const environment = { PRIME_REGISTRY_TOKEN: ' from-environment\n' };
const flags = { token: 'from-flag' };
const credentials = new Map([
  [A, 'stored-a'],
  [B, 'stored-b'],
]);

describe('a token', () => {
  test('from a flag is sent to the first registry, a stored one to its own, and none to others', () => {
    for (const from of ['flag', 'environment', 'user'] as const) {
      const { tokenFor, warning } = assign(settingsOf(from, [A, B, C]), { environment, credentials });
      assert.deepEqual(tokenFor(A), { token: 'from-environment', source: 'environment' });
      assert.deepEqual(tokenFor(B), { token: 'stored-b', source: 'stored' });
      assert.deepEqual(tokenFor(C), { source: 'none' });
      assert.equal(warning, undefined);
    }
  });

  test('from the flag overrides the environment, which overrides the stored one', () => {
    const settings = settingsOf('user', [A]);
    assert.equal(assign(settings, { environment, credentials, flags }).tokenFor(A).source, 'flag');
    assert.equal(assign(settings, { environment, credentials }).tokenFor(A).source, 'environment');
    assert.equal(assign(settings, { credentials }).tokenFor(A).source, 'stored');
    assert.equal(assign(settings, { environment: { PRIME_REGISTRY_TOKEN: '' } }).tokenFor(A).source, 'none');
  });

  test('is not sent to a registry that only the project names, with a warning', () => {
    for (const [name, given] of [
      ['PRIME_REGISTRY_TOKEN', { environment }],
      ['--token', { flags }],
    ] as const) {
      const { tokenFor, warning = '' } = assign(settingsOf('project', [A, B], { registries: [C, B] }), given);
      assert.deepEqual([tokenFor(A), tokenFor(B)], [{ source: 'none' }, { source: 'none' }]);
      assert.ok(warning.startsWith(`the token of ${name} is not sent to ${A},`), warning);
      assert.ok(warning.includes(`prime login ${A}`));
      assert.ok(!warning.includes('from-'));
    }
  });

  test('is sent there if the user’s own list begins with it', () => {
    const settings = settingsOf('project', [A, B], { registries: [A, C] });
    const { tokenFor, warning } = assign(settings, { environment });
    assert.deepEqual([tokenFor(A).source, tokenFor(B).source], ['environment', 'none']);
    assert.equal(warning, undefined);
  });

  test('of one registry is not sent to another of the user’s, whatever the project puts first', () => {
    const known: readonly (readonly [Partial<EffectiveSettings['user']>, Map<string, string>])[] = [
      [{ registries: [B, A] }, new Map()],
      [{ registries: [B], scopes: new Map([['@acme', A]]) }, new Map()],
      [{ registries: [B] }, new Map([[A, 'stored-a']])],
      [{}, new Map([[A, 'stored-a']])],
    ];
    for (const [user, stored] of known) {
      for (const given of [{ environment }, { flags }]) {
        const settings = settingsOf('project', [A, B], user);
        const { tokenFor, warning = '' } = assign(settings, { ...given, credentials: stored });
        assert.deepEqual(tokenFor(A).token, stored.get(A));
        assert.equal(tokenFor(B).token === undefined, user.registries === undefined);
        assert.match(warning, /is not sent to https:\/\/a\.example, because only the project's file puts/);
      }
    }
  });

  test('of the environment belongs to the registry of the environment, even with --remote', () => {
    const both = { ...environment, PRIME_REGISTRY: `${A} ${B}` };
    const { tokenFor, warning = '' } = assign(settingsOf('flag', [C]), { environment: both });
    assert.deepEqual([tokenFor(A).source, tokenFor(C).source], ['environment', 'none']);
    assert.match(
      warning,
      /is not sent to https:\/\/c\.example, because it belongs to https:\/\/a\.example\./,
    );
    assert.equal(assign(settingsOf('flag', [C]), { environment }).tokenFor(C).source, 'environment');
    assert.equal(assign(settingsOf('flag', [C]), { environment: both, flags }).tokenFor(C).source, 'flag');
  });

  test('that is not valid is refused, and not repeated', () => {
    for (const token of ['', 'hunter2 hunter2', 'hünter2', 'hunter2\nx']) {
      const attempt = () => assign(settingsOf('user', [A]), { flags: { token } });
      assert.throws(attempt, (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, /^--token is not a token/);
        assert.doesNotMatch(error.message, /h.nter2/);
        return true;
      });
    }
    const bad = { PRIME_REGISTRY_TOKEN: 'two words' };
    assert.throws(
      () => assign(settingsOf('user', [A]), { environment: bad }),
      /^UsageError: PRIME_REGISTRY_TOKEN/,
    );
  });

  test('that is stored for one registry is never sent to another', () => {
    const url = fc.constantFrom(A, B, C, `${A}/x`, 'http://a.example');
    fc.assert(
      fc.property(
        fc.uniqueArray(url, { minLength: 1 }),
        fc.constantFrom<SettingSource>('flag', 'environment', 'project', 'user'),
        fc.uniqueArray(url),
        fc.boolean(),
        (registries, from, stored, isGiven) => {
          const tokens = new Map(stored.map((registry) => [registry, `stored ${registry}`]));
          const origin = { credentials: tokens, environment: isGiven ? environment : {} };
          const { tokenFor } = assign(settingsOf(from, registries), origin);
          for (const registry of [A, B, C, `${A}/x`, 'http://a.example']) {
            const { token, source } = tokenFor(registry);
            if (source === 'stored') assert.equal(token, `stored ${registry}`);
            if (source === 'environment') assert.ok(isGiven && registry === registries[0]);
            if (source === 'none') assert.equal(token, undefined);
          }
        },
      ),
    );
  });
});
