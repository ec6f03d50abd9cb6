// The setting of upstreams: its forms, and the messages for wrong values.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { loadSettings } from '../../src/config/load-settings.ts';

const folder = await mkdtemp(join(tmpdir(), 'prime-upstreams-'));
after(() => rm(folder, { recursive: true }));

const load = (text: string) => loadSettings({ flags: { upstreams: text }, environment: {} }).upstreams;

describe('upstreams', () => {
  test('are a list of mappings in the file', async () => {
    const config = join(folder, 'registry.yaml');
    await writeFile(
      config,
      'upstreams:\n  - url: https://a.example/\n    scopes: [ "@acme" ]\n    timeout: 3s\n  - url: https://b.example\n    scopes: "*"\n    allow-private-addresses: true\n',
    );
    const { upstreams } = loadSettings({ flags: { config }, environment: {} });
    assert.deepEqual(
      upstreams.map(({ url, scopes, timeoutMs, allowsPrivateAddresses }) => ({
        ...{ url, scopes, timeoutMs, allowsPrivateAddresses },
      })),
      [
        { url: 'https://a.example', scopes: ['@acme'], timeoutMs: 3000, allowsPrivateAddresses: false },
        { url: 'https://b.example', scopes: ['*'], timeoutMs: 10_000, allowsPrivateAddresses: true },
      ],
    );
  });

  test('can have their token in a file', async () => {
    const file = join(folder, 'token');
    await writeFile(file, 'pri_secret\n');
    assert.equal(
      load(JSON.stringify([{ url: 'https://a.example', 'token-file': file }]))[0]?.token,
      'pri_secret',
    );
  });

  const refused: [title: string, text: string, message: RegExp][] = [
    ['no URL', 'registry', /^upstreams \(from --upstreams\): registry 1 needs a url such as/],
    ['another scheme', '[{"url":"ftp://a.example"}]', /registry 1 needs a url such as/],
    [
      'a password, which is not repeated',
      'https://u:hunter2@a.example',
      /^(?!.*hunter2).*url of registry 1 contains credentials/,
    ],
    ['a query', 'https://a.example/?x=1', /the url of registry 1 has a query or a fragment/],
    ['the same twice', 'https://a.example https://a.example/', /https:\/\/a\.example is listed twice/],
    [
      'an unknown key',
      '[{"url":"https://a.example","scope":"@a"}]',
      /registry 1 has the unknown key 'scope'; the keys are url, scopes/,
    ],
    [
      'invalid scopes',
      '[{"url":"https://a.example","scopes":["acme"]}]',
      /scopes of https:\/\/a\.example must be '\*' or a list such as/,
    ],
    ['no scopes', '[{"url":"https://a.example","scopes":[]}]', /scopes of https:\/\/a\.example must be/],
    [
      'a token and a file',
      '[{"url":"https://a.example","token":"a","token-file":"b"}]',
      /both a token and a token-file/,
    ],
    [
      'a file that is missing',
      '[{"url":"https://a.example","token-file":"/missing"}]',
      /token-file of https:\/\/a\.example cannot be read: ENOENT/,
    ],
    [
      'an invalid token, which is not repeated',
      '[{"url":"https://a.example","token":"hunter2 x"}]',
      /^(?!.*hunter2).*is not a bearer token/,
    ],
    [
      'an invalid duration',
      '[{"url":"https://a.example","timeout":"soon"}]',
      /timeout of https:\/\/a\.example must be a duration up to 1h/,
    ],
    [
      'a duration that is too long',
      '[{"url":"https://a.example","list-max-age":"2h"}]',
      /list-max-age of https:\/\/a\.example must be/,
    ],
    [
      'an invalid flag',
      '[{"url":"https://a.example","allow-private-addresses":"yes"}]',
      /must be true or false/,
    ],
    [
      'another word for pages',
      '[{"url":"https://a.example","not-found-pages":true}]',
      /not-found-pages of https:\/\/a\.example must be refuse or allow/,
    ],
    [
      'no key of a log',
      '[{"url":"https://a.example","log-key":"a.example+0123abcd+AQ=="}]',
      /log-key of https:\/\/a\.example must be a verifier key/,
    ],
    [
      'no keys of a log',
      '[{"url":"https://a.example","log-key":[]}]',
      /log-key of https:\/\/a\.example must be a verifier key/,
    ],
    ['no mapping', '["https://a.example"]', /registry 1 is not a mapping/],
    ['no JSON', '[{"url"', /^upstreams: the value \(from --upstreams\) is not allowed; use addresses/],
  ];
  for (const [title, text, message] of refused) {
    test(`are refused with ${title}`, () => {
      assert.throws(() => load(text), { name: 'SettingError', message });
    });
  }
});
