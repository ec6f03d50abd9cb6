// Lists of allowed signers; that they mean the same as to ssh-keygen is in judges/.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSshSigner } from '@prime-registry/testkit/ssh';
import { findAllowedSigner, parseAllowedSigners, parsePublicKey } from '../../src/index.ts';

const KEY = createSshSigner().publicKey;

test('each line says who, when and for what', () => {
  const text = [
    '# ours',
    '',
    `ada@example.com ${KEY} laptop`,
    `bob@example.com,*@ops.example valid-after="20260101Z",namespaces="publish@*" ${KEY}`,
  ].join('\r\n');
  const parsed = parseAllowedSigners(text);
  assert.ok(parsed.ok);
  assert.deepEqual(
    parsed.value.map(({ key: _key, ...rest }) => rest),
    [
      { principals: 'ada@example.com', line: 3 },
      {
        ...{ principals: 'bob@example.com,*@ops.example', line: 4 },
        ...{ validAfterMs: Date.UTC(2026, 0, 1), namespaces: 'publish@*' },
      },
    ],
  );
});

test('a key is good from its first to its last millisecond', () => {
  const parsed = parseAllowedSigners(`a valid-after="20260101Z",valid-before="202601020304Z" ${KEY}`);
  const key = parsePublicKey(KEY);
  assert.ok(parsed.ok && key.ok);
  const [from, to] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2, 3, 4)];
  const isAllowed = (atMs: number): boolean =>
    findAllowedSigner(parsed.value, key.value, { namespace: 'x', atMs }) !== undefined;
  assert.deepEqual([from - 1, from, to, to + 1].map(isAllowed), [false, true, true, false]);
});

describe('a list that cannot be read is refused with the line', () => {
  const cases: readonly (readonly [line: string, message: RegExp])[] = [
    [KEY, /should be like|Base 64|no public key/],
    [`a cert-authority ${KEY}`, /certificates are not supported/],
    [`a no-touch-required ${KEY}`, /none of namespaces/],
    [`a namespaces ${KEY}`, /needs a value/],
    [`a namespaces="" ${KEY}`, /needs a value/],
    [`a namespaces="a",namespaces="b" ${KEY}`, /twice/],
    [`a namespaces="a" namespaces="b" ${KEY}`, /public key/],
    [`a namespaces="a ${KEY}`, /public key/],
    [`a valid-after="2026" ${KEY}`, /date like/],
    [`a valid-after="20260230Z" ${KEY}`, /date like/],
    [`a valid-before="202601012460Z" ${KEY}`, /date like/],
    [`a valid-before="20260101Z", ${KEY}`, /missing after a comma/],
    [`"a ${KEY}`, /should be like/],
    ['a ssh-ed25519 AAAA', /.+/],
    ['a', /should be like/],
  ];
  for (const [line, message] of cases)
    test(line.replace(KEY, 'KEY'), () => {
      const parsed = parseAllowedSigners(`# ours\n${line}\n`);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, /^line 2: /);
      assert.match(parsed.message, message);
    });

  test('a file of two mebibytes', () => assert.ok(!parseAllowedSigners('#'.repeat(2 ** 21)).ok));
});
