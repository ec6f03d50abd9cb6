// Forms over real connections: allowed variations give the same receipt, and a malformed form is a 400.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  encodeForm,
  manifestText,
  RawClient,
  startRegistry,
  type TestRegistry,
  tarballOf,
  type WirePart,
} from '@prime-registry/testkit';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { expectRefused } from '../../../publish/refusal.ts';

const tarball = tarballOf({}) ?? new Uint8Array();

suite('the framing of a form', () => {
  let registry: TestRegistry;
  before(async () => {
    registry = await startRegistry();
  });
  after(() => registry.stop());

  const partsOf = (name: string): WirePart[] => [
    { name: 'manifest', body: manifestText({ name }) },
    { name: 'tarball', body: tarball, fileName: 'prime.tar.gz' },
  ];

  /** Sends a form in these pieces, each in a packet of its own if possible. */
  async function publishInPieces(contentType: string, pieces: readonly Uint8Array[], isChunked: boolean) {
    const client = await RawClient.connect(registry.baseUrl);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${registry.author.token}`,
      'Content-Type': contentType,
      ...(isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(length) }),
    });
    for (const piece of pieces.filter(({ length }) => length > 0)) {
      const frame = [`${piece.length.toString(16)}\r\n`, piece, '\r\n'].map((part) => Buffer.from(part));
      await client.send(isChunked ? Buffer.concat(frame) : piece);
      await nextTurn();
    }
    if (isChunked) await client.send('0\r\n\r\n');
    const answer = await client.readAnswer();
    client.destroy();
    return answer;
  }

  test('no allowed variation changes the receipt', async () => {
    let runs = 0;
    const letterCase = (text: string, upper: readonly boolean[]) =>
      [...text]
        .map((letter, index) => (upper[index % upper.length] ? letter.toUpperCase() : letter.toLowerCase()))
        .join('');
    const property = fc.asyncProperty(
      fc.record({
        boundary: fc.stringMatching(/^[0-9A-Za-z'()+_,./:=?-]{1,70}$/),
        isQuoted: fc.boolean(),
        upper: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
        preamble: fc.constantFrom('', '\r\n', 'This is a multipart message.\r\n', '--\r\n\r\n'),
        epilogue: fc.constantFrom('', '\r\n', '\r\nepilogue\r\n--'),
        padding: fc.constantFrom('', ' ', '\t '),
        isReversed: fc.boolean(),
        isChunked: fc.boolean(),
        cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      }),
      async ({ boundary, isQuoted, upper, preamble, epilogue, padding, isReversed, isChunked, cuts }) => {
        runs += 1;
        const name = `@acme/framing-${runs}`;
        const parts = isReversed ? partsOf(name).toReversed() : partsOf(name);
        const wire = encodeForm(parts, boundary).body.toString('latin1');
        const varied = wire
          .replaceAll(/^content-disposition: form-data/gim, (head) => letterCase(head, upper))
          .replaceAll(`--${boundary}\r\n`, `--${boundary}${padding}\r\n`)
          .replace(/\r\n$/, epilogue);
        const body = Buffer.from(`${preamble}${varied}`, 'latin1');
        const edges = [
          0,
          ...cuts.map((cut) => Math.floor(cut * body.length)).toSorted((a, b) => a - b),
          body.length,
        ];
        const pieces = edges.slice(1).map((end, index) => body.subarray(edges[index], end));
        const needsQuotes = /[^0-9A-Za-z'+_.-]/.test(boundary);
        const type = `${letterCase('multipart/form-data', upper)};${padding}${letterCase('boundary', upper)}`;
        const contentType = `${type}=${isQuoted || needsQuotes ? `"${boundary}"` : boundary}`;
        const answer = await publishInPieces(contentType, pieces, isChunked);
        assert.equal(answer.status, 201, answer.text);
        const { bytes } = await registry.anonymous.get(JSON.parse(answer.text).url);
        assert.deepEqual(bytes, tarball);
      },
    );
    await fc.assert(property, COSTLY);
  });

  test('cut at any byte of its framing, a form gives the same receipt', async () => {
    const { contentType, body } = encodeForm([{ name: 'x', body: '' }], 'b');
    for (let cut = 0; cut <= body.length; cut += 1) {
      const name = `@acme/cut-${cut}`;
      const form = encodeForm(partsOf(name), 'b').body;
      const closing = form.length - body.length;
      for (const position of [cut, closing + cut]) {
        const pieces = [form.subarray(0, position), form.subarray(position)];
        const answer = await publishInPieces(contentType, pieces, false);
        assert.equal(answer.status, position === cut ? 201 : 409, answer.text);
      }
    }
  });

  const publish = (wire: string) =>
    registry.author.publishWireForm({
      contentType: 'multipart/form-data; boundary=b',
      body: Buffer.from(wire, 'latin1'),
    });
  const good = encodeForm(partsOf('@acme/web-style'), 'b').body.toString('latin1');
  const disposition = 'Content-Disposition: form-data; name="manifest"';
  const wrongForms: readonly (readonly [what: string, wire: string, says: RegExp])[] = [
    ['another boundary', good.replaceAll('--b', '--c'), /cut off/],
    [
      'a boundary that continues',
      good.replace('--b\r\n', '--bc\r\n'),
      /boundary is followed by something else/,
    ],
    [
      'a closing boundary with one dash',
      good.replace(/--b--\r\n$/, '--b-\r\n'),
      /boundary is followed by something/,
    ],
    ['line feeds only', good.replaceAll('\r\n', '\n'), /boundary is followed by something else/],
    ['no headers', good.replace(disposition, ''), /a part has no name/],
    ['no Content-Disposition', good.replace(disposition, 'Content-Type: text/plain'), /a part has no name/],
    ['a part without a name', good.replace('; name="manifest"', ''), /a part has no name/],
    ['an unterminated name', good.replace('name="manifest"', 'name="manifest'), /a part has no name/],
    [
      'an attachment',
      good.replace('form-data; name="manifest"', 'attachment; name="manifest"'),
      /a part has no name/,
    ],
    [
      'base64',
      good.replace(disposition, `${disposition}\r\nContent-Transfer-Encoding: base64`),
      /Content-Transfer-Encoding/,
    ],
    [
      'quoted-printable',
      good.replace(disposition, `${disposition}\r\ncontent-transfer-encoding:Quoted-Printable`),
      /Content-Transfer-Encoding/,
    ],
    [
      'large part headers',
      good.replace(disposition, `${disposition}\r\nX: ${'x'.repeat(16 * 1024)}`),
      /headers of a part are larger than 16384 bytes/,
    ],
    [
      'endless part headers',
      `--b\r\n${'X: y\r\n'.repeat(100_000)}`,
      /headers of a part are larger than 16384 bytes/,
    ],
    [
      'too many parts',
      `${'--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(99)}${good}`,
      /more than 100 parts/,
    ],
  ];
  for (const [what, wire, says] of wrongForms) {
    test(`${what}: 400 with a message that says so`, async () => {
      const problem = await expectRefused(registry, () => publish(wire), {
        code: 'invalid_form',
        fields: ['body'],
      });
      assert.match(problem.detail, says);
      assert.ok(problem.detail.length < 500, 'what was sent is not repeated at length');
    });
  }

  test('100 parts are allowed, and large part headers are read', async () => {
    const others = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'.repeat(98);
    const large = good
      .replace(disposition, `X: ${'x'.repeat(16_000)}\r\n${disposition}`)
      .replace('@acme/web-style', '@acme/hundred-parts');
    assert.equal((await publish(`${others}${large}`)).status, 201);
  });

  test('a Content-Transfer-Encoding that changes nothing is accepted', async () => {
    for (const [index, encoding] of ['binary', '8BIT', '7bit'].entries()) {
      const wire = good
        .replace(disposition, `${disposition}\r\nContent-Transfer-Encoding: ${encoding}`)
        .replace('@acme/web-style', `@acme/encoding-${index}`);
      assert.equal((await publish(wire)).status, 201);
    }
  });

  test('names of parts are repeated only shortened and escaped', async () => {
    const name = `${'\u001b[31m'}${'x'.repeat(5000)}`;
    const wire = good.replace(
      '"manifest"',
      `"${name}"\r\nContent-Transfer-Encoding: \u0007${'y'.repeat(5000)}`,
    );
    const problem = await expectRefused(registry, () => publish(wire), { code: 'invalid_form' });
    assert.match(problem.detail, /^[\x20-\x7e…]{1,500}$/);
  });
});
