// The parts of the form: their names, order and headers, and the errors.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { ErrorCode } from '@prime-registry/protocol';
import {
  buildTarball,
  encodeForm,
  manifestText,
  startRegistry,
  type TestRegistry,
  type WirePart,
} from '@prime-registry/testkit';
import { expectRefused } from './refusal.ts';

// Every byte value, and sequences that end lines and parts: a tarball is never treated as text.
const everyByte = Uint8Array.from({ length: 256 }, (_, index) => index);
const tarball = buildTarball({ 'bytes.bin': everyByte, 'a.md': '\r\n--boundary\r\n\r\n--\n' });
const sha256 = createHash('sha256').update(tarball).digest('hex');

suite('the parts of a publish form', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  let names = 0;
  const freshName = (): string => {
    names += 1;
    return `@acme/form-${names}`;
  };
  const manifestPart = (name: string): WirePart => ({ name: 'manifest', body: manifestText({ name }) });
  const tarballPart: WirePart = { name: 'tarball', body: tarball };
  const publish = (parts: readonly WirePart[]) => registry.author.publishWireForm(encodeForm(parts));

  const shapes: readonly (readonly [string, Partial<WirePart>])[] = [
    ['a field', {}],
    ['a file', { fileName: 'x' }],
    ['a file with a type', { fileName: 'x.gz', headers: ['Content-Type: application/x-whatever'] }],
    ['a field with a type', { headers: ['Content-Type: text/plain; charset=utf-16'] }],
  ];
  for (const [manifestShape, manifestExtras] of shapes) {
    for (const [tarballShape, tarballExtras] of shapes) {
      test(`manifest as ${manifestShape}, tarball as ${tarballShape}, in either order`, async () => {
        for (const isReversed of [false, true]) {
          const name = freshName();
          const parts = [
            { ...manifestPart(name), ...manifestExtras },
            { ...tarballPart, ...tarballExtras },
          ];
          const answer = await publish(isReversed ? parts.toReversed() : parts);
          const url = `/pack/${name}/1.0.0/tarball`;
          const { atoms, log, ...receipt } = answer.json;
          assert.deepEqual([answer.status, receipt], [201, { name, version: '1.0.0', sha256, url }]);
          assert.equal(atoms.count, 0);
          assert.equal(log.size, log.index + 1);
          assert.deepEqual((await registry.anonymous.get(url)).bytes, tarball);
        }
      });
    }
  }

  test('parts with other names are ignored, in any place and with any content', async () => {
    const name = freshName();
    const answer = await publish([
      { name: '', body: 'no name at all' },
      { name: 'Manifest', body: 'names are compared exactly' },
      manifestPart(name),
      { name: 'readme', body: everyByte, fileName: '../../etc/passwd' },
      tarballPart,
      { name: 'readme', body: '' },
      { name: 'tarball2', body: Buffer.alloc(300_000) },
    ]);
    assert.deepEqual([answer.status, answer.json.sha256], [201, sha256]);
    assert.deepEqual((await registry.anonymous.get(`/pack/${name}/1.0.0/tarball`)).bytes, tarball);
  });

  const good = (): [WirePart, WirePart] => [manifestPart('@acme/web-style'), tarballPart];
  const empty = (name: string): WirePart => ({ name, body: '' });
  const wrongForms: readonly {
    readonly what: string;
    readonly parts: () => readonly WirePart[];
    readonly says: Readonly<Record<string, RegExp>>;
  }[] = [
    { what: 'no parts', parts: () => [], says: { manifest: /is missing/, tarball: /is missing/ } },
    { what: 'no manifest', parts: () => good().slice(1), says: { manifest: /is missing/ } },
    { what: 'no tarball', parts: () => good().slice(0, 1), says: { tarball: /is missing/ } },
    {
      what: 'an empty manifest',
      parts: () => [empty('manifest'), tarballPart],
      says: { manifest: /is empty/ },
    },
    {
      what: 'an empty tarball',
      parts: () => [good()[0], { ...empty('tarball'), fileName: 'prime.tar.gz' }],
      says: { tarball: /is empty/ },
    },
    {
      what: 'two manifests',
      parts: () => [...good(), good()[0]],
      says: { manifest: /more than once/ },
    },
    {
      what: 'three tarballs',
      parts: () => [tarballPart, ...good(), tarballPart],
      says: { tarball: /more than once/ },
    },
    {
      what: 'a good manifest after an empty one',
      parts: () => [empty('manifest'), ...good()],
      says: { manifest: /more than once|is empty/ },
    },
    {
      what: 'a good tarball after an empty one',
      parts: () => [empty('tarball'), ...good()],
      says: { tarball: /more than once|is empty/ },
    },
    {
      what: 'an empty tarball after a good one',
      parts: () => [...good(), empty('tarball')],
      says: { tarball: /more than once/ },
    },
  ];
  for (const { what, parts, says } of wrongForms) {
    test(`${what}: 400 with a message that says so`, async () => {
      const problem = await expectRefused(registry, () => publish(parts()), { code: 'invalid_form' });
      const errors = problem.errors ?? [];
      assert.deepEqual(new Set(errors.map(({ field }) => field)), new Set(Object.keys(says)));
      for (const { field, message } of errors) assert.match(message, says[field] ?? /^never$/);
    });
  }

  test('all problems of a form are reported at once', async () => {
    const manifest = 'name: web-style\nversion: "1.0"\ndescription: ""\natoms: many\n';
    const problem = await expectRefused(
      registry,
      () =>
        publish([{ name: 'manifest', body: manifest }, { name: 'manifest', body: manifest }, tarballPart]),
      {
        code: 'invalid_form',
        fields: ['manifest', 'name', 'version', 'description', 'license', 'prime-version', 'atoms'],
      },
    );
    assert.match(problem.detail, /And 6 more: see errors/);
    await expectRefused(
      registry,
      () =>
        publish([
          { name: 'manifest', body: manifest },
          { name: 'tarball', body: 'not gzip' },
        ]),
      {
        code: 'invalid_manifest',
        fields: ['name', 'version', 'description', 'license', 'prime-version', 'atoms', 'tarball'],
      },
    );
    await expectRefused(registry, () => publish([{ name: 'tarball', body: 'not gzip' }]), {
      code: 'invalid_form',
      fields: ['manifest', 'tarball'],
    });
  });

  const otherBodies: readonly (readonly [contentType: string | undefined, body: string | undefined])[] = [
    [undefined, undefined],
    [undefined, 'manifest=1&tarball=2'],
    ['application/x-www-form-urlencoded', 'manifest=1&tarball=2'],
    ['application/json', '{"manifest": "", "tarball": ""}'],
    ['application/gzip', 'x'],
    ['multipart/mixed; boundary=b', '--b--'],
    ['multipart/form-data', '--b--'],
    ['multipart/form-data; boundary=', '--b--'],
    ['multipart/form-data; boundary=""', '--b--'],
    ['multipart/form-data; charset=utf-8', '--b--'],
    ['multipart/form-data; boundary="b', '--b--'],
    ['multipart/form-data; boundary=b', ''],
    ['multipart/form-data; boundary=b', 'no boundary anywhere'],
  ];
  const refuseBody = (code: ErrorCode, contentType: string | undefined, body = '') =>
    expectRefused(
      registry,
      () =>
        registry.author.request('/publish', {
          method: 'POST',
          headers: contentType === undefined ? {} : { 'content-type': contentType },
          // Bytes and not text: for a text, fetch would set a Content-Type.
          body: Buffer.from(body),
        }),
      { code },
    );
  for (const [contentType, body] of otherBodies) {
    test(`the body '${body}' of type '${contentType?.slice(0, 60)}' is not a form`, async () => {
      const problem = await refuseBody('invalid_form', contentType, body);
      assert.match(problem.detail, /multipart\/form-data|boundary of 1 to 70|cut off/);
    });
  }

  test('a boundary has at most 70 characters', async () => {
    const publishWith = (name: string, length: number) => () =>
      registry.author.publishWireForm(encodeForm([manifestPart(name), tarballPart], 'b'.repeat(length)));
    const problem = await expectRefused(registry, publishWith('@acme/web-style', 71), {
      code: 'invalid_form',
      fields: ['body'],
    });
    assert.match(problem.detail, /no boundary of 1 to 70 characters/);
    assert.equal((await publishWith(freshName(), 70)()).status, 201);
  });

  for (const contentType of ['multipart', 'nonsense', 'multipart/form-data boundary=b']) {
    test(`'${contentType}' is not a media type, and the answer shows a valid one`, async () => {
      const problem = await refuseBody('invalid_request', contentType, '--b--');
      assert.match(problem.detail, /Content-Type .*'multipart\/form-data; boundary=abc'/);
    });
  }
});
