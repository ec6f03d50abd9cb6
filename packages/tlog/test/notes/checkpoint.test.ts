// The text of checkpoints.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCheckpoint, parseCheckpoint } from '../../src/index.ts';

/** The example of C2SP tlog-checkpoint. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`;

test('the example of the specification is read and written', () => {
  const checkpoint = parseCheckpoint(EXAMPLE);
  assert.equal(checkpoint.origin, 'example.com/behind-the-sofa');
  assert.equal(checkpoint.size, 20_852_163);
  assert.equal(Buffer.from(checkpoint.root).toString('hex').slice(0, 8), '0ac5186a');
  assert.equal(formatCheckpoint(checkpoint), EXAMPLE);
});

test('extension lines are allowed and ignored', () => {
  assert.deepEqual(parseCheckpoint(`${EXAMPLE}more\nand more\n`), parseCheckpoint(EXAMPLE));
});

test('an empty tree is a checkpoint', () => {
  assert.equal(parseCheckpoint(EXAMPLE.replace('20852163', '0')).size, 0);
});

test('what is no checkpoint is refused with its line', () => {
  const cases: [string, RegExp][] = [
    ['', /line 1 of the checkpoint is empty or missing/],
    [EXAMPLE.trimEnd(), /does not end in a newline/],
    ['a\n1\n', /line 3 of the checkpoint is empty or missing/],
    [EXAMPLE.replace('example.com/behind-the-sofa', ''), /line 1 of the checkpoint is empty or missing/],
    [`${EXAMPLE}\nmore\n`, /line 4 of the checkpoint is empty or missing/],
    ...['-1', '+1', '01', '1.0', '1e3', ' 1', '٣', '9007199254740992', '1'.repeat(400)].map(
      (size): [string, RegExp] => [
        EXAMPLE.replace('20852163', size),
        /line 2 of the checkpoint is no decimal size below 2\^53/,
      ],
    ),
    // Other bits at the end, no padding, other alphabet, too short, too long.
    ...['q2J=', 'q2I', 'q2_=', 'q2==', 'q2IAAAA='].map((end): [string, RegExp] => [
      EXAMPLE.replace('q2I=', end),
      /line 3 of the checkpoint is no root of 32 bytes in Base 64/,
    ]),
  ];
  for (const [text, message] of cases) {
    assert.throws(() => parseCheckpoint(text), { name: 'TlogError', message }, text);
  }
});

test('what cannot be a checkpoint is not written', () => {
  const checkpoint = { origin: 'a', size: 1, root: new Uint8Array(32) };
  for (const origin of ['', 'a\nb']) {
    assert.throws(
      () => formatCheckpoint({ ...checkpoint, origin }),
      /the origin of a checkpoint is one line of text/,
    );
  }
  assert.throws(
    () => formatCheckpoint({ ...checkpoint, size: 2 ** 53 }),
    /of size 9007199254740992 .* is none/,
  );
  assert.throws(
    () => formatCheckpoint({ ...checkpoint, root: new Uint8Array(31) }),
    /a root of 31 bytes is none/,
  );
});
