// What looks like a secret in a publish is reported, or refused, as the operator has set.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { buildTarball, manifestText, startRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const [warning, enforcing, silent] = [
  await startRegistry(),
  await startRegistry({ secretScan: 'enforce' }),
  await startRegistry({ secretScan: 'off' }),
];
after(() => Promise.all([warning, enforcing, silent].map((registry) => registry.stop())));

// Made from parts, so that no key is in this file.
const KEY = `ghp_${'q7Rw2Zk9Lm4Xc8Vb3Nh6Tj5GfQ7rW2zK9lM4'}`;
const PRIVATE_KEY = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${'Zk9Lm4Xc8Vb3Nh6T'.repeat(4)}\n`;
const FILES = {
  'README.md': 'text',
  'docs/a.md': `one\ntwo: ${KEY}\n`,
  'keys/id': PRIVATE_KEY,
  'image.png': Buffer.from(`\x89PNG\0\0${KEY}`),
};
const PLACES = [
  { path: 'docs/a.md', line: 2, column: 6, rule: 'github-token', what: 'a GitHub token' },
  { path: 'keys/id', line: 1, column: 1, rule: 'private-key', what: 'a private key' },
];

suite('a secret in a publish', () => {
  test('is reported in the receipt, the log and the audit log, without the secret', async () => {
    const receipt = await warning.author.mustPublish({ files: FILES });
    assert.deepEqual(receipt.secrets, { count: 2, complete: true, places: PLACES });
    const places = ['docs/a.md:2 github-token', 'keys/id:1 private-key'];
    const line = warning.log.map((text) => JSON.parse(text)).find(({ msg }) => /secrets/.test(msg));
    assert.deepEqual([line.prime, line.version, line.places], ['@acme/web-style', '1.0.0', places]);
    const [entry] = await warning.store.listAuditEntries({ actions: ['publish'] }, 0, 10);
    assert.deepEqual(entry?.details?.secrets, places);
    for (const text of [JSON.stringify(receipt), JSON.stringify(entry), warning.log.join()]) {
      assert.ok(!text.includes(KEY.slice(4, 12)));
    }
  });

  test('is reported in the manifest, once if it is packed as well', async () => {
    const publish = async (version: string, path: string) => {
      // As bytes: a form changes the line breaks of a text.
      const manifest = Buffer.from(manifestText({ version, extra: `homepage: ${KEY}` }));
      const tarball = buildTarball({ [path]: path === 'pack.yaml' ? manifest : 'x' });
      const { secrets } = await warning.author.mustPublish({ manifest, tarball });
      return secrets?.places.map((place) => place.path);
    };
    assert.deepEqual(await publish('2.0.0', 'a.md'), ['manifest']);
    assert.deepEqual(await publish('2.0.1', 'pack.yaml'), ['pack.yaml']);
  });

  test('is counted among many, of which the first are listed', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`${index}.md`, `${KEY}\n${KEY}`]),
    );
    const { secrets } = await warning.author.mustPublish({ version: '3.0.0', files });
    assert.deepEqual([secrets?.count, secrets?.places.length], [300, 50]);
    const [entry] = (await warning.store.listAuditEntries({ actions: ['publish'] }, 0, 10)).slice(-1);
    assert.deepEqual([entry?.details?.secrets].flat().slice(-2), ['9.md:2 github-token', 'and 280 more']);
  });

  test('is refused with its places if the registry enforces it', async () => {
    const publish = () => enforcing.author.publish({ files: FILES });
    const { detail, errors } = await expectRefused(enforcing, publish, { code: 'secret_found' });
    assert.deepEqual(errors, [
      { field: 'docs/a.md', message: 'has a GitHub token [github-token]', line: 2, column: 6 },
      { field: 'keys/id', message: 'has a private key [private-key]', line: 1, column: 1 },
    ]);
    assert.match(detail, /docs\/a\.md, line 2: has a GitHub token/);
    assert.ok(!detail.includes(KEY.slice(4, 12)));
  });

  test('is not looked for if the registry does not scan', async () => {
    const receipt = await silent.author.mustPublish({ files: FILES });
    assert.equal(receipt.secrets, undefined);
  });

  test('cannot be hidden behind much text if the registry enforces it; a report has a limit', async () => {
    const tarball = buildTarball({ 'a.txt': 'lorem ipsum\n'.repeat(6_000_000), 'b.txt': KEY });
    const limits = { maxRatio: 2000 };
    for (const [secretScan, check] of [
      ['enforce', (status: number) => assert.equal(status, 400)],
      ['warn', (status: number) => assert.equal(status, 201)],
    ] as const) {
      const registry = await startRegistry({ secretScan, ...limits });
      try {
        const { status, json } = await registry.author.publish({ tarball });
        check(status);
        if (status === 201) assert.deepEqual(json.secrets, { count: 0, complete: false, places: [] });
      } finally {
        await registry.stop();
      }
    }
  });
});
