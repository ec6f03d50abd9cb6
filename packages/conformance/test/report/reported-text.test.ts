// No part of the token and no control characters get into a report, wherever they are in a response.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { reportedText } from '../../src/report/reported-text.ts';
import { CODE_POINT } from '../support/code-point.ts';

const token = 'Zk7/"quoted"\\and+long';

test('the token is replaced, even if it is cut, escaped or encoded', () => {
  const show = reportedText(token);
  const forms = [token, JSON.stringify(token), encodeURIComponent(token)];
  fc.assert(
    fc.property(fc.constantFrom(...forms), fc.nat(450), (form, padding) => {
      const shown = show(`${'x'.repeat(padding)}${form}${'y'.repeat(100)}`);
      for (const part of ['Zk7', 'quoted', 'and+']) assert.ok(!shown.includes(part), shown);
    }),
  );
  assert.ok(!show(`Basic ${Buffer.from(`conformance:${token}`).toString('base64')}`).includes('Y29u'));
});

test('control characters are escaped, so that no registry can control a terminal', () => {
  const show = reportedText(undefined);
  assert.equal(show('a\u001b[31mred\r\nb'), 'a\\u001b[31mred\\u000d\\u000ab');
  assert.equal(show('Größe 日本語 🦉'), 'Größe 日本語 🦉');
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 500 }), (text) => {
      assert.doesNotMatch(show(text), /\p{Cc}/u);
      assert.ok(show(text).isWellFormed());
    }),
  );
});

test('a long text is cut, with its length', () => {
  assert.match(reportedText(undefined)('x'.repeat(10_000)), /^x{400}… \(10000 characters\)$/);
});
