// Requests of logs to witnesses: C2SP tlog-witness.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeBase64, formatAddCheckpoint, parseAddCheckpoint } from '../../src/index.ts';

/** In the form of the example of the specification; hashes and signature are made up. */
const HASHES = [1, 2, 3, 4].map((byte) => new Uint8Array(32).fill(byte));
const CHECKPOINT = `example.com/behind-the-sofa
20852163
${encodeBase64(new Uint8Array(32).fill(9))}

\u2014 example.com/behind-the-sofa ${encodeBase64(new Uint8Array(68).fill(7))}
`;
const EXAMPLE = `old 20852014\n${HASHES.map((hash) => `${encodeBase64(hash)}\n`).join('')}\n${CHECKPOINT}`;

test('a request has the form of the specification', () => {
  const request = { oldSize: 20_852_014, proof: HASHES, checkpoint: CHECKPOINT };
  assert.equal(formatAddCheckpoint(request), EXAMPLE);
  assert.deepEqual(parseAddCheckpoint(EXAMPLE), request);
});

test('a first request has no proof', () => {
  const request = { oldSize: 0, proof: [], checkpoint: CHECKPOINT };
  assert.equal(formatAddCheckpoint(request), `old 0\n\n${CHECKPOINT}`);
  assert.deepEqual(parseAddCheckpoint(formatAddCheckpoint(request)), request);
});

test('what is no request is refused, and the message says which line is wrong', () => {
  const refused: readonly (readonly [text: string, message: RegExp])[] = [
    ['', /no empty line before its checkpoint/],
    [`old 0\n${CHECKPOINT.split('\n', 1)[0]}`, /no empty line/],
    [`\n\n${CHECKPOINT}`, /line 1 of the request is not "old <decimal size below 2\^53>"/],
    [`old\n\n${CHECKPOINT}`, /line 1/],
    [`old  1\n\n${CHECKPOINT}`, /line 1/],
    [`old 01\n\n${CHECKPOINT}`, /line 1/],
    [`old -1\n\n${CHECKPOINT}`, /line 1/],
    [`old 1e3\n\n${CHECKPOINT}`, /line 1/],
    [`old ${2 ** 53}\n\n${CHECKPOINT}`, /line 1/],
    [`Old 1\n\n${CHECKPOINT}`, /line 1/],
    [`old 1\r\n\n${CHECKPOINT}`, /line 1/],
    [`old 1\nAAAA\n\n${CHECKPOINT}`, /line 2 of the request is no hash of 32 bytes/],
    [
      `old 1\n${encodeBase64(HASHES[0] ?? new Uint8Array())}\n*\n\n${CHECKPOINT}`,
      /line 3 of the request is no hash/,
    ],
    [`old 1\n${`${encodeBase64(new Uint8Array(32))}\n`.repeat(64)}\n${CHECKPOINT}`, /64 hashes: at most 63/],
  ];
  for (const [text, message] of refused) assert.throws(() => parseAddCheckpoint(text), message, text);
});
