// The framing of forms, chunk by chunk: the parts do not depend on where the network cuts, and an incomplete
// form never looks complete.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { RegistryError } from '@prime-registry/protocol';
import { encodeForm } from '@prime-registry/testkit';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { readForm } from '../../../../src/http/requests/multipart/read-form.ts';

const BOUNDARY = '--b-';
// Contents that are nearly a boundary, in the places where that matters.
const contents = [
  '',
  '\r',
  '\r\n',
  '\r\n--',
  `\r\n--${BOUNDARY.slice(0, -1)}`,
  `--${BOUNDARY}`,
  '-',
  'a\r\n\r\n--b\r',
];
const parts = contents.map((body, index) => ({ name: `part-${index}`, body, fileName: 'x' }));
const { body: wire } = encodeForm(parts, BOUNDARY);

interface ReadPart {
  readonly name: string;
  readonly body: string;
}

async function readAll(chunks: Iterable<Uint8Array>, boundary = BOUNDARY): Promise<ReadPart[]> {
  const read: ReadPart[] = [];
  for await (const { name, body } of readForm(streamOf(chunks), boundary)) {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(Buffer.from(piece));
    read.push({ name, body: Buffer.concat(pieces).toString('latin1') });
  }
  return read;
}

async function* streamOf(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function cutAt(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const edges = [0, ...positions.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
}

const expected = parts.map(({ name, body }) => ({ name, body }));
const isInvalidForm = (error: unknown) => error instanceof RegistryError && error.code === 'invalid_form';

suite('reading a form', () => {
  test('in two chunks, cut at any byte', async () => {
    for (let position = 0; position <= wire.length; position += 1) {
      assert.deepEqual(await readAll(cutAt(wire, [position])), expected, `cut at ${position}`);
    }
  });

  test('byte by byte', async () => {
    assert.deepEqual(await readAll(cutAt(wire, [...wire.keys()])), expected);
  });

  test('in any chunks, with any contents, preamble and epilogue', async () => {
    const bodies = fc.array(
      fc.array(fc.constantFrom('\r', '\n', '\r\n', '-', '--', '--b', BOUNDARY, 'x', '\0', '\xff'), {
        maxLength: 12,
      }),
      { maxLength: 5 },
    );
    const cuts = fc.array(fc.nat(2000), { maxLength: 20 });
    const property = fc.asyncProperty(
      bodies,
      cuts,
      fc.constantFrom('', '\r\n', 'preamble', 'a\r\n-'),
      async (texts, at, preamble) => {
        const given = texts
          .map((pieces, index) => ({ name: `n${index}`, body: pieces.join('') }))
          .filter(({ body }) => !body.includes(`\r\n--${BOUNDARY}`) && !body.startsWith(`--${BOUNDARY}`));
        const form = encodeForm(
          given.map(({ name, body }) => ({ name, body: Buffer.from(body, 'latin1') })),
          BOUNDARY,
        ).body;
        const lead = preamble === '' || preamble.endsWith('\r\n') ? preamble : `${preamble}\r\n`;
        const bytes = Buffer.concat([Buffer.from(lead), form, Buffer.from('epilogue\r\n--')]);
        const positions = at.filter((position) => position <= bytes.length);
        assert.deepEqual(await readAll(cutAt(bytes, positions)), given);
      },
    );
    await fc.assert(property, COSTLY);
  });

  test('a form that is cut off before the end of its closing boundary is refused', async () => {
    const end = wire.length - '\r\n'.length;
    for (let length = 0; length < end; length += 1) {
      await assert.rejects(readAll([wire.subarray(0, length)]), isInvalidForm, `cut off at ${length}`);
    }
    assert.deepEqual(await readAll([wire.subarray(0, end)]), expected);
  });

  test('unread bodies are skipped', async () => {
    const names: string[] = [];
    for await (const { name } of readForm(streamOf([wire]), BOUNDARY)) names.push(name);
    assert.deepEqual(
      names,
      parts.map(({ name }) => name),
    );
  });

  test('an error of the source is the error of the form, wherever reading was', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield wire.subarray(0, wire.length - 20);
      throw new Error('the source failed');
    }
    await assert.rejects(async () => {
      for await (const { body } of readForm(failing(), BOUNDARY)) for await (const _piece of body);
    }, /the source failed/);
  });

  test('the source is closed when the reader stops, even in the middle of a part', async () => {
    for (const stopsInside of [false, true]) {
      let isReleased = false;
      async function* source(): AsyncGenerator<Uint8Array> {
        try {
          yield wire.subarray(0, 90);
          yield wire;
        } finally {
          isReleased = true;
        }
      }
      for await (const { body } of readForm(source(), BOUNDARY)) {
        if (!stopsInside) break;
        for await (const _piece of body) break;
        break;
      }
      assert.ok(isReleased);
    }
  });

  test('memory holds no more of a part than one chunk', async () => {
    const chunk = Buffer.alloc(64 * 1024, '\r');
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\n`);
      for (let sent = 0; sent < 200; sent += 1) yield chunk;
      yield Buffer.from(`\r\n--${BOUNDARY}--`);
    }
    let sizeBytes = 0;
    for await (const { body } of readForm(endless(), BOUNDARY)) {
      for await (const piece of body) {
        assert.ok(piece.length <= chunk.length + BOUNDARY.length + 4);
        sizeBytes += piece.length;
      }
    }
    assert.equal(sizeBytes, 200 * chunk.length);
  });
});
