// Which settings are effective if several sources have them.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Flags, UsageError } from '@prime-registry/command-line';
import { ValidationError } from '../../src/errors/validation-error.ts';
import { loadSettings } from '../../src/settings/load-settings.ts';
import { type ContextOptions, makeContext } from '../registries/make-context.ts';

async function load(options: ContextOptions, flags: Flags = {}) {
  await using context = await makeContext(options);
  return await loadSettings(context, flags);
}

const USER = 'registries: [https://user.example]\n';
const PROJECT = 'registries: [https://project.example, https://user.example]\n';
const environment = {
  PRIME_REGISTRY: ' https://One.example/\n\thttps://two.example  https://one.example:443 ',
};

describe('the list of registries', () => {
  test('is that of the first source that has one: flags, environment, project, user', async () => {
    const flags = { remote: ['https://flag.example/', 'https://FLAG.example', 'https://other.example'] };
    const cases: readonly (readonly [ContextOptions, Flags, string | undefined, string[]])[] = [
      [{}, {}, undefined, []],
      [{ user: USER }, {}, 'user', ['https://user.example']],
      [{ user: USER, project: PROJECT }, {}, 'project', ['https://project.example', 'https://user.example']],
      [{ user: USER, project: 'registries: []\n' }, {}, 'user', ['https://user.example']],
      [
        { user: USER, project: PROJECT, environment },
        {},
        'environment',
        ['https://one.example', 'https://two.example'],
      ],
      [{ user: USER, environment: { PRIME_REGISTRY: ' ' } }, {}, 'user', ['https://user.example']],
      [
        { user: USER, project: PROJECT, environment },
        flags,
        'flag',
        ['https://flag.example', 'https://other.example'],
      ],
    ];
    for (const [options, given, from, registries] of cases) {
      const settings = await load(options, given);
      assert.deepEqual([settings.registriesFrom, settings.registries], [from, registries]);
    }
  });

  test('is refused if a flag or the variable is not a URL', async () => {
    const says = (where: string) => (error: unknown) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, new RegExp(`^${where}: 'nonsense' is not a URL`));
      return true;
    };
    await assert.rejects(load({}, { remote: ['https://a.example', 'nonsense'] }), says('--remote'));
    const variable = { PRIME_REGISTRY: 'https://a.example nonsense' };
    await assert.rejects(load({ environment: variable }), says('PRIME_REGISTRY'));
  });
});

describe('pins', () => {
  const user = `${USER}scopes: {"@acme": https://mine.example, "@own": https://own.example}\n`;
  const project = 'scopes: {"@acme": https://theirs.example, "@team": https://team.example}\n';

  test("are those of project and user together; the user's take precedence", async () => {
    const { pins, registriesFrom } = await load({ user, project });
    assert.equal(registriesFrom, 'user');
    assert.deepEqual(
      pins,
      new Map([
        ['@acme', { registry: 'https://mine.example', from: 'user' }],
        ['@team', { registry: 'https://team.example', from: 'project' }],
        ['@own', { registry: 'https://own.example', from: 'user' }],
      ]),
    );
  });

  test('are independent of the list of registries, and have their source', async () => {
    const { pins } = await load({ user, project });
    assert.deepEqual((await load({ user, project, environment })).pins, pins);
    assert.deepEqual((await load({ user, project }, { remote: ['https://flag.example'] })).pins, pins);
  });
});

test('any invalid file is refused, even if another source decides', async () => {
  for (const name of ['user', 'project'] as const) {
    await assert.rejects(load({ [name]: 'registry: x\n', environment }), (error) => {
      assert.ok(error instanceof ValidationError);
      assert.match(error.message, name === 'user' ? /config.config\.yaml/ : /project.\.primes.config\.yaml/);
      return true;
    });
  }
});
