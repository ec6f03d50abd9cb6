// A valid token of the registry is never published, wherever in the tarball it is, whatever the setting.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { deflateRawSync, gunzipSync, gzipSync } from 'node:zlib';
import { generateToken, type Permission } from '@prime-registry/protocol';
import { atomFiles, buildTarball, manifestText, startRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const OPERATORS_TOKEN = 'Zk3/V9qT7wLm2RsYb8Nd4HcJf6Gp1Qa5';
const registry = await startRegistry({ adminToken: OPERATORS_TOKEN });
const lax = await startRegistry({ adminToken: OPERATORS_TOKEN, secretScan: 'off' });
after(() => Promise.all([registry.stop(), lax.stop()]));

/** A gzip file with this name in its header (RFC 1952, section 2.3.1). */
function gzipNamed(name: string, tar: Buffer): Buffer {
  const trailer = gzipSync(tar).subarray(-8);
  const head = Buffer.from([0x1f, 0x8b, 8, 0x08, 0, 0, 0, 0, 0, 3]);
  return Buffer.concat([head, Buffer.from(`${name}\0`), deflateRawSync(tar), trailer]);
}

function withPaxComment(text: string): Buffer {
  const body = ` comment=${text}\n`;
  const record = `${body.length + 2}${body}`;
  const pax = gunzipSync(buildTarball({ x: record }));
  pax.write('x', 156);
  pax.write('        ', 148);
  const sum = pax.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  pax.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(Buffer.concat([pax.subarray(0, -1024), gunzipSync(buildTarball({ 'a.md': 'text' }))]));
}

const binary = (text: string) =>
  Buffer.concat([Buffer.alloc(5000, 0xff), Buffer.from(text), Buffer.alloc(9)]);

const PLACES: readonly (readonly [where: string, make: (token: string) => Uint8Array, says: RegExp])[] = [
  ['a file', (token) => buildTarball({ 'a.md': '', 'docs/b.md': `use ${token}.` }), /docs\/b\.md contains/],
  [
    'an atom',
    (token) => buildTarball(atomFiles({ id: '@acme/key', description: token })),
    /\.prime contains/,
  ],
  ['the README', (token) => buildTarball({ 'README.md': token }), /README contains/],
  [
    'the packed manifest',
    (token) => buildTarball({ 'pack.yaml': `${manifestText()}# ${token}\n` }),
    /pack\.yaml/,
  ],
  ['binary data', (token) => buildTarball({ 'image.png': binary(token) }), /image\.png contains/],
  ['UTF-16', (token) => buildTarball({ 'a.txt': Buffer.from(token, 'utf16le') }), /a\.txt contains/],
  [
    'UTF-16, the other way round',
    (token) => buildTarball({ 'a.txt': Buffer.from(`\ufeff${token}`, 'utf16le').swap16() }),
    /a\.txt/,
  ],
  ['a pax record', withPaxComment, /metadata of the archive contains/],
  ['the header of gzip', (token) => gzipNamed(token, gunzipSync(buildTarball({ 'a.md': 'x' }))), /metadata/],
  [
    'Markdown, with a backslash',
    (token) => buildTarball({ 'a.md': token.replace('_', '\\_') }),
    /a\.md contains/,
  ],
  ['a URL', (token) => buildTarball({ 'a.md': `x?t=${token.replace('_', '%5f')}` }), /a\.md contains/],
  [
    'Markdown, with an entity',
    (token) => buildTarball({ 'a.md': token.replace('_', '&#95;') }),
    /a\.md contains/,
  ],
  ['an atom, with escapes', escapedAtom, /key\.prime contains a valid access token of this registry/],
];

/** An atom in which an escape hides the token from a search in its bytes. */
function escapedAtom(token: string): Buffer {
  const code = token.charCodeAt(0).toString(16).padStart(4, '0');
  const files = Object.entries(atomFiles({ id: '@acme/key', notes: 'TOKEN' }));
  const escaped = `\\u${code}${token.slice(1)}`;
  return buildTarball(
    Object.fromEntries(files.map(([path, text]) => [path, text.replace('TOKEN', escaped)])),
  );
}

suite('a valid token of the registry', () => {
  for (const [where, make, says] of PLACES) {
    test(`in ${where} is refused`, async () => {
      for (const { author, ...others } of [registry, lax]) {
        const token = author.token ?? '';
        const problem = await expectRefused(
          { author, ...others },
          () => author.publish({ tarball: make(token) }),
          { code: 'invalid_tarball', fields: ['tarball'] },
        );
        assert.match(problem.detail, says);
        assert.ok(!JSON.stringify(problem).includes(token.slice(4, 12)));
      }
    });

    test(`of the operator in ${where} is refused`, async () => {
      const problem = await expectRefused(lax, () => lax.author.publish({ tarball: make(OPERATORS_TOKEN) }), {
        code: 'invalid_tarball',
        fields: ['tarball'],
      });
      assert.match(problem.detail, says);
    });
  }

  test('of the operator that is short is not compared: a refusal would confirm a guess', async () => {
    const short = await startRegistry({ adminToken: OPERATORS_TOKEN.slice(0, 31) });
    try {
      const text = OPERATORS_TOKEN.slice(0, 31);
      const manifest = Buffer.from(manifestText({ description: text }));
      const receipt = await short.author.mustPublish({ manifest, files: { 'README.md': text } });
      assert.equal(receipt.secrets, undefined);
    } finally {
      await short.stop();
    }
  });

  test('in the name of a file is refused, also where a header divides it', async () => {
    for (const path of [`docs/${registry.author.token}.md`, `a/${OPERATORS_TOKEN}/b.md`]) {
      const publish = () => registry.author.publish({ tarball: buildTarball({ [path]: 'x' }) });
      await expectRefused(registry, publish, { code: 'invalid_tarball', fields: ['tarball'] });
    }
  });

  test('is found across the pieces in which the archive is unpacked', async () => {
    const token = registry.author.token ?? '';
    // gzip is unpacked in pieces of 128 KiB: the header of the file and this text take one, in parts.
    for (const before of [1, 20, 41]) {
      const padding = 'x'.repeat(128 * 1024 - 512 - before);
      const publish = () =>
        registry.author.publish({ tarball: buildTarball({ 'a.txt': `${padding}${token}` }) });
      const problem = await expectRefused(registry, publish, { code: 'invalid_tarball' });
      assert.match(problem.detail, /a\.txt contains/);
    }
  });

  test('behind thousands of others with escapes is refused with them', async () => {
    const tokens = [...Array.from({ length: 3000 }, generateToken), registry.author.token ?? ''];
    const texts = Array.from({ length: 31 }, (_, part) =>
      tokens
        .slice(part * 100, (part + 1) * 100)
        .map((token) => `\\u0070${token.slice(1)}`)
        .join(' '),
    );
    const files = texts.flatMap((text, part) =>
      Object.entries(atomFiles({ id: `@acme/key-${part}`, notes: 'TOKEN' })).map(
        ([path, source]) => [path, source.replace('TOKEN', text)] as const,
      ),
    );
    const publish = () => registry.author.publish({ tarball: buildTarball(Object.fromEntries(files)) });
    const problem = await expectRefused(registry, publish, { code: 'invalid_tarball', fields: ['tarball'] });
    assert.match(problem.detail, /too many texts that look like access tokens/);
  });

  test('is found among a thousand others; more are refused', async () => {
    const others = Array.from({ length: 900 }, generateToken);
    const among = [...others, registry.author.token].join('\n');
    const refusal = { code: 'invalid_tarball', fields: ['tarball'] } as const;
    const first = () =>
      lax.author.publish({ tarball: buildTarball({ 'a.txt': [...others, lax.author.token].join('\n') }) });
    assert.match((await expectRefused(lax, first, refusal)).detail, /a\.txt contains/);
    const many = Array.from({ length: 1001 }, generateToken).join('\n');
    const second = () => lax.author.publish({ tarball: buildTarball({ 'a.txt': many }) });
    assert.match(
      (await expectRefused(lax, second, refusal)).detail,
      /too many texts that look like access tokens/,
    );
    const shaped = `pri_${'x'.repeat(38)}\n`.repeat(100_001);
    const third = () => lax.author.publish({ tarball: buildTarball({ 'a.txt': shaped, 'b.txt': among }) });
    assert.match((await expectRefused(lax, third, refusal)).detail, /too many texts/);
  });

  test('in a description is refused, however YAML writes it', async () => {
    const token = registry.author.token ?? '';
    const manifest = manifestText().replace(
      /^description: .*$/m,
      `description: "${token.replace('_', '\\x5f')}"`,
    );
    await expectRefused(registry, () => registry.author.publish({ manifest }), {
      code: 'invalid_manifest',
      fields: ['manifest'],
    });
  });
});

suite('a token that is not valid here', () => {
  let nowMs = Date.now();
  const opened = startRegistry({ now: () => nowMs });
  after(async () => (await opened).stop());

  test('is reported if it was revoked or has expired, or is of another registry', async () => {
    const own = await opened;
    const token = { permissions: ['read'] as Permission[], scopes: ['*'] };
    const revoked = await own.actorWith(token);
    const listed = await own.store.listTokens();
    const { id = '' } = listed.find(({ permissions }) => permissions.includes('read')) ?? {};
    const act = { atMs: 0, actorId: 'operator', actorName: 'x', address: undefined, requestId: undefined };
    const expired = await own.actorWith({ ...token, expiresAtMs: nowMs + 60_000 });
    const files = { 'README.md': `${revoked.token}\n${expired.token}`, 'a.md': generateToken() };
    const publish = () => own.author.publish({ files });
    await expectRefused(own, publish, { code: 'invalid_tarball' });
    await own.store.revokeToken(id, nowMs, { ...act, action: 'token-revoke' });
    await expectRefused(own, publish, { code: 'invalid_tarball' });
    nowMs += 60_000;
    const { status, json, text } = await publish();
    assert.equal(status, 201, text);
    assert.deepEqual(
      json.secrets.places.map(({ path, line, rule }: Record<string, unknown>) => [path, line, rule]),
      [
        ['README.md', 1, 'prime-token'],
        ['README.md', 2, 'prime-token'],
        ['a.md', 1, 'prime-token'],
      ],
    );
  });
});
