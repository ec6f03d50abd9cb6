// A valid token of the registry is not published in another form: encoded, or in a compressed file.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { buildTarball, startRegistry } from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

const OPERATORS_TOKEN = 'Zk3/V9qT7wLm2RsYb8Nd4HcJf6Gp1Qa5';
const registry = await startRegistry({ adminToken: OPERATORS_TOKEN, secretScan: 'off' });
after(() => registry.stop());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const lines = (text: string, width: number, lineEnd = '\n') =>
  (text.match(new RegExp(`.{1,${width}}`, 'gs')) ?? []).join(lineEnd);
const noise = (length: number) => Buffer.from(Array.from({ length }, (_, index) => (index * 7919) % 251));

/** A zip file of deflated members (APPNOTE.TXT, 4.3), without the central directory that ends it. */
function zip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const members = Object.entries(files).map(([name, content]) => {
    const data = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.write('PK\x03\x04', 'latin1');
    // The sizes follow the data, as programs write that do not know them yet.
    head.writeUInt16LE(8, 6);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(name.length, 26);
    return Buffer.concat([head, Buffer.from(name), data, Buffer.from('PK\x07\x08'), Buffer.alloc(12)]);
  });
  return Buffer.concat(members);
}

const FORMS: Readonly<Record<string, (token: string) => Readonly<Record<string, string | Buffer>>>> = {
  'the header of a request': (token) => ({ 'a.md': `Authorization: Basic ${base64(`ada:${token}`)}\n` }),
  'wrapped base64': (token) => ({ 'a.md': lines(base64(`${'x'.repeat(44)}${token}${'y'.repeat(90)}`), 64) }),
  'base64 in a text of UTF-16': (token) => ({ 'a.md': Buffer.from(`\ufeff${base64(token)}`, 'utf16le') }),
  'hexadecimal digits': (token) => ({ 'a.md': lines(Buffer.from(token).toString('hex'), 60) }),
  'a compressed file': (token) => ({ 'a.md': gzipSync(`text ${token}`) }),
  'a large compressed file': (token) => ({
    'a.md': gzipSync(Buffer.concat([noise(300_000), Buffer.from(token), noise(300_000)])),
  }),
  'a file that follows a damaged one': (token) => ({
    'broken.gz': gzipSync(noise(5000)).subarray(0, 2000),
    'noise.gz': Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), noise(50_000)]),
    'noise.zip': Buffer.concat([Buffer.from('PK\x03\x04'), noise(50_000)]),
    'a.md': gzipSync(base64(`x${token}`)),
  }),
  'an archive': (token) => ({ 'a.md': buildTarball({ 'b/c.txt': `text ${token}` }) }),
  'a zip file': (token) => ({
    'a.md': zip({ 'word/a.xml': noise(100_000), 'word/b.xml': `<a>${token}</a>`, 'c.xml': 'text' }),
  }),
};

suite('a valid token of the registry', () => {
  for (const [form, make] of Object.entries(FORMS)) {
    test(`in ${form} is refused`, async () => {
      const { author } = registry;
      for (const token of [author.token ?? '', OPERATORS_TOKEN]) {
        const problem = await expectRefused(
          registry,
          () => author.publish({ tarball: buildTarball(make(token)) }),
          { code: 'invalid_tarball', fields: ['tarball'] },
        );
        assert.match(problem.detail, /a\.md contains a valid access token of this registry/);
      }
    });
  }

  test('is searched for in the first 64 MiB that compressed files unpack to', async () => {
    const { author } = registry;
    const bomb = gzipSync(Buffer.alloc(65 * 2 ** 20));
    const hidden = gzipSync(author.token ?? '');
    await expectRefused(
      registry,
      () => author.publish({ tarball: buildTarball({ 'a.gz': hidden, 'b.gz': bomb }) }),
      { code: 'invalid_tarball' },
    );
    await author.mustPublish({ files: { 'a.gz': bomb, 'b.gz': hidden } });
  });
});
