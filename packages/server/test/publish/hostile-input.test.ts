// Whatever bytes arrive as a publish, the registry answers without a 5xx, and keeps only what it gave a
// receipt for.
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  buildTarball,
  encodeForm,
  manifestText,
  RawClient,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { CODE_POINT, COSTLY, fc } from '@prime-registry/testkit/properties';

const CONTENT_TYPE = 'multipart/form-data; boundary=b';
const good = encodeForm(
  [
    { name: 'manifest', body: manifestText({ extra: 'atoms: 3\nnamespaces: ["@acme"]\ntags: [a, b]' }) },
    {
      name: 'tarball',
      body: buildTarball({ 'pack.yaml': manifestText(), 'primes/@acme/a.prime': 'atom' }),
      fileName: 'prime.tar.gz',
    },
  ],
  'b',
).body;

/** Bytes with a meaning for one of the parsers. */
const meaningful = fc.constantFrom(
  ...[
    '\r\n',
    '\n',
    '--b',
    '--b--',
    '\r\n\r\n',
    '"',
    ';',
    ':',
    '\0',
    '\x1f\x8b',
    '&a *a',
    '{[',
    '%',
    '\xff',
    '- ',
    '<<: *x',
  ],
);
const insertion = fc.oneof(
  meaningful.map((text) => Buffer.from(text, 'latin1')),
  fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
);
const edit = fc.record({ at: fc.nat(good.length), removed: fc.oneof(fc.nat(3), fc.nat(400)), insertion });
const mutatedForms = fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => {
  let body: Buffer = good;
  for (const { at, removed, insertion: inserted } of edits) {
    body = Buffer.concat([body.subarray(0, at), inserted, body.subarray(at + removed)]);
  }
  return body;
});

suite('hostile publishes', () => {
  let registry: TestRegistry;
  const published = new Set<string>();
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  const listBlobs = async () => (await registry.listFiles()).map((path) => basename(path)).toSorted();

  async function expectHarmless({ status, text }: { status: number; text: string }): Promise<void> {
    assert.ok(status === 201 || (status >= 400 && status < 500), `${status} ${text}`);
    const answer = JSON.parse(text);
    if (status === 201) published.add(answer.sha256);
    const expected = [...published].toSorted();
    // After a broken connection, what was begun is removed after the answer.
    for (let attempt = 0; attempt < 100 && !isDeepStrictEqual(await listBlobs(), expected); attempt += 1) {
      await delay(10);
    }
    assert.deepEqual(await listBlobs(), expected, 'nothing is kept but what was published');
  }

  const send = (contentType: string, body: Buffer) => registry.author.publishWireForm({ contentType, body });

  test('forms with bytes changed, removed and inserted', async () => {
    const property = fc.asyncProperty(mutatedForms, async (body) =>
      expectHarmless(await send(CONTENT_TYPE, body)),
    );
    await fc.assert(property, COSTLY);
  });

  test('forms in pieces, joined in any order', async () => {
    const pieces = good.toString('latin1').split(/(?<=\r\n)/);
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...pieces), { maxLength: 25 }),
      async (chosen) => {
        await expectHarmless(await send(CONTENT_TYPE, Buffer.from(chosen.join(''), 'latin1')));
      },
    );
    await fc.assert(property, COSTLY);
  });

  test('manifests of any text, with tarballs of any bytes', async () => {
    const lines = fc.constantFrom(
      ...manifestText().split('\n'),
      ...[
        'name: &a [*a]',
        '? {a: b}',
        '<<: {name: x}',
        '!!binary aGk=',
        'sha256:',
        '__proto__: 1',
        '--- |',
        'x: !!js x',
      ],
    );
    const manifests = fc.oneof(
      fc.array(lines, { maxLength: 8 }).map((chosen) => chosen.join('\n')),
      fc.string({ unit: CODE_POINT, maxLength: 60 }),
    );
    const tarballs = fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .uint8Array({ maxLength: 40 })
        .map((bytes) => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), bytes])),
      fc
        .dictionary(fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 30 }), fc.constant('x'), {
          maxKeys: 3,
        })
        .map(buildTarball),
    );
    const property = fc.asyncProperty(manifests, tarballs, async (manifest, tarball) => {
      await expectHarmless(await registry.author.publish({ manifest, tarball }));
    });
    await fc.assert(property, COSTLY);
  });

  test('headers of any content', async () => {
    const value = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(
        ...[
          'multipart/form-data; boundary=',
          'multipart/form-data; boundary="b',
          'multipart/form-data;boundary=b;boundary=c',
        ],
        ...[
          'Bearer',
          'Bearer pri_',
          'chunked',
          'gzip',
          '100-continue',
          '-1',
          '1e3',
          '99999999999999999999',
          '',
        ],
      ),
    );
    const names = fc.constantFrom(
      'Content-Type',
      'Authorization',
      'Expect',
      'Content-Encoding',
      'X-Request-Id',
      'Content-Length',
      'Transfer-Encoding',
      'Trailer',
      'Upgrade',
      'Range',
    );
    const property = fc.asyncProperty(
      fc.dictionary(names, value, { minKeys: 1, maxKeys: 4 }),
      async (headers) => {
        const client = await RawClient.connect(registry.baseUrl);
        await client.sendHead('POST /publish HTTP/1.1', {
          Authorization: `Bearer ${registry.author.token}`,
          'Content-Type': CONTENT_TYPE,
          'Content-Length': String(good.length),
          ...headers,
        });
        await client.send(good);
        // A body without a known end ends with the connection.
        if ('Content-Length' in headers || 'Transfer-Encoding' in headers) client.endSending();
        await expectHarmless(await client.readAnswer());
        client.destroy();
      },
    );
    await fc.assert(property, COSTLY);
  });

  test('none of it was a failure of the registry', () => {
    assert.deepEqual(
      registry.log.filter((line) => JSON.parse(line).level >= 40),
      [],
    );
    assert.ok(registry.log.length > 0);
  });
});
