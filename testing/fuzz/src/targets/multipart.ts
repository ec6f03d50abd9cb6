// Multipart framing: the parts, or the error, do not depend on how the network splits the bytes.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { RegistryError } from '@prime-registry/protocol';
import { readForm } from 'prime-registry/parsers';
import { expect, type Target } from '../target.ts';
import { checkMessage } from './path.ts';

const BOUNDARY = 'b';

export const multipart: Target = {
  name: 'multipart',
  weight: 15,
  usualBytes: 2000,
  dictionary: [
    '\r\n',
    '\n',
    '\r',
    '--',
    '--b',
    '\r\n--b',
    '\r\n--b\r\n',
    '\r\n--b--',
    '\r\n--b--\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="manifest"',
    '; name="tarball"',
    '; filename="x"',
    'Content-Transfer-Encoding: base64',
    "name*=utf-8''x",
    ' ',
    '\t',
    '"',
    '\\',
  ],
  open: () => ({
    async run(input) {
      const whole = await readParts([input]);
      const pieces = await readParts(cut(input));
      expect(isDeepStrictEqual(whole, pieces), 'the result depends on how the form is split');
      return typeof whole === 'string' ? whole : whole.map(({ name }) => name.slice(0, 20)).join(' ');
    },
  }),
};

interface Part {
  readonly name: string;
  readonly sha256: string;
}

async function readParts(chunks: Iterable<Buffer>): Promise<readonly Part[] | string> {
  const parts: Part[] = [];
  try {
    for await (const { name, body } of readForm(toAsync(chunks), BOUNDARY)) {
      const hash = createHash('sha256');
      for await (const chunk of body) hash.update(chunk);
      parts.push({ name, sha256: hash.digest('hex') });
    }
    return parts;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    expect(error.code === 'invalid_form', `a form is rejected with ${error.code}`);
    return checkMessage(error.message);
  }
}

/** Splits the input into chunks. Their lengths depend on the input alone, so a run can be repeated. */
function* cut(input: Buffer): Generator<Buffer> {
  let length = 1;
  for (let offset = 0; offset < input.length; offset += length) {
    length = 1 + ((input[offset] ?? 0) % 37) * (input.length > 4096 ? 50 : 1);
    yield input.subarray(offset, offset + length);
  }
}

async function* toAsync(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks;
}
