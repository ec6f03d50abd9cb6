// No command lets a terminal see what a person does not.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { locateHidden } from '@prime-registry/protocol';
import {
  atomFiles,
  createPrimeUser,
  type FaultyProxy,
  manifestText,
  type PrimeUser,
  startFaultyProxy,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { writeFiles } from '../../pack/prime-folder.ts';

const NAME = '@acme/web-style';
const TAGS = Array.from('obey', (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
const HOSTILE = `hidden${TAGS} \u001b[2J\u009b31m\u202e\r zero\u200b\u200bwidth\u{e0100}\u00ad end`;
const NEEDED = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467} می\u200cخواهم';

/** Texts of authors in all answers. */
const TEXTS = new Set(['description', 'label', 'text', 'yank_reason', 'message', 'license', 'verb', 'kind']);

function spoil(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return TEXTS.has(key) ? `${HOSTILE} ${NEEDED}` : value;
  if (Array.isArray(value)) return value.map((item) => spoil(item, key === 'reasons' ? 'text' : ''));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoil(inner, name)]));
}

let registry: TestRegistry;
let hostile: FaultyProxy;
let user: PrimeUser;
before(async () => {
  registry = await startRegistry();
  hostile = await startFaultyProxy(registry.baseUrl);
  hostile.fault = () => ({
    kind: 'rewrite',
    rewrite: (body) => (body.startsWith('{') ? JSON.stringify(spoil(JSON.parse(body))) : body),
  });
  user = await createPrimeUser({
    PRIME_REGISTRY: hostile.baseUrl,
    PRIME_REGISTRY_TOKEN: registry.author.token ?? '',
  });
  const one = { id: '@acme/rule-one', description: 'One' };
  await registry.author.mustPublish({ version: '1.0.0', files: atomFiles(one) });
  const two = { id: '@acme/rule-two', description: 'Two', edges: { requires: ['@acme/rule-one'] } };
  await registry.author.mustPublish({ version: '1.1.0', files: atomFiles(two) });
});
after(async () => {
  await Promise.all([registry.stop(), hostile.close(), user.remove()]);
});

describe('what a registry hides is shown by', () => {
  for (const args of [
    ['info', NAME],
    ['search', 'web'],
    ['atoms', NAME],
    ['atom', '@acme/rule-two'],
    ['diff', NAME, '1.0.0...1.1.0'],
    ['info', '@acme/nothing'],
  ]) {
    for (const json of [[], ['--json']]) {
      test(`prime ${[...args, ...json].join(' ')}`, async () => {
        const { stdout, stderr } = await user.prime([...args, ...json]);
        const printed = `${stdout}${stderr}`;
        assert.deepEqual(locateHidden(printed, 3), { count: 0, places: [] });
        assert.doesNotMatch(printed, /(?![\t\n])\p{Cc}|[\u{e0000}-\u{e01ef}]/u);
        if (args.includes('@acme/nothing') || args.includes('diff')) return;
        assert.match(printed, /hidden(?:\\u\{e006f\}|\\udb40\\udc6f)/);
      });
    }
  }
});

describe('what a registry hides about the life of a version never reaches the terminal:', () => {
  const successor = { name: '@acme/other', range: HOSTILE, registry: `https://b.example/${HOSTILE}` };
  const since = '2026-01-01T00:00:00Z';
  const life = {
    deprecations: [
      { range: '*', message: HOSTILE, successor, since },
      { range: HOSTILE, message: 'x', since },
    ],
    channels: [
      { channel: HOSTILE, version: '1.1.0', since },
      { channel: 'beta', version: '1.1.0', since: HOSTILE },
    ],
    removed: [{ version: '0.9.0', category: 'secret', reason: HOSTILE, removed_at: HOSTILE }],
    moved_to: HOSTILE,
    deprecated: { message: HOSTILE, successor },
    promoted_from: { registry: HOSTILE, published_at: HOSTILE },
    provenance: {
      ...{ issuer: HOSTILE, rule: HOSTILE.slice(0, 100), preset: 'github' },
      claims: { repository: HOSTILE, workflow_ref: `${HOSTILE}/a@b`, sha: HOSTILE },
    },
  };
  const problem = { status: 410, code: 'version_removed', title: HOSTILE, detail: HOSTILE };
  for (const args of [
    ['install', NAME],
    ['install', `${NAME}@beta`],
    ['install', `${NAME}@stable`],
    ['outdated'],
    ['info', NAME],
    ['versions', NAME, '--yanked'],
    ['channel', 'ls', NAME],
    ['download', NAME, '--force'],
    ['deprecate', NAME, '-m', 'x'],
  ]) {
    for (const json of [[], ['--json']]) {
      test(`prime ${[...args, ...json].join(' ')}`, async () => {
        hostile.fault = () => ({
          kind: 'rewrite',
          rewrite: (body) => {
            if (!body.startsWith('{')) return body;
            return JSON.stringify({ ...JSON.parse(body), ...life, ...(body.includes('"code"') && problem) });
          },
        });
        const { stdout, stderr } = await user.prime([...args, ...json]);
        const printed = `${stdout}${stderr}`;
        assert.ok(printed.length > 0);
        assert.deepEqual(locateHidden(printed, 3), { count: 0, places: [] });
        assert.doesNotMatch(printed, /(?![\t\n])\p{Cc}|[\u{e0000}-\u{e01ef}]/u);
      });
    }
  }
});

test('prime publish warns of hidden characters, with their places', async () => {
  user.environment.PRIME_REGISTRY = registry.baseUrl;
  await writeFiles(user.project, {
    'pack.yaml': manifestText({ version: '2.0.0', description: NEEDED }),
    'README.md': `# Style\n\nText${TAGS} and so\u00adft\n`,
    'primes/sources/@acme/rule-one.prime':
      'rule One {\n  id: "@acme/rule-one"\n  version: "1.0.0"\n  description: "a\u200bb"\n}\n',
  });
  const { code, stderr } = await user.prime(['publish']);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /warning: README\.md:3:5: has 4 hidden characters, U\+E006F first\n/);
  assert.match(stderr, /warning: README\.md:3:20: has the hidden character U\+00AD\n/);
  assert.match(stderr, /warning: \S+rule-one\.prime:4:18: here is the hidden character U\+200B; remove/);
  assert.deepEqual(locateHidden(stderr, 3), { count: 0, places: [] });
});
