import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLicenseProblem } from '../src/spdx.ts';

test('SPDX expressions are accepted', () => {
  for (const license of [
    ...['MIT', 'Apache-2.0', 'CC-BY-4.0', 'CC0-1.0', 'GPL-2.0', 'GPL-2.0-or-later', 'Apache-2.0+', '0BSD'],
    ...['MIT OR Apache-2.0', 'MIT AND (CC-BY-4.0 OR GPL-3.0-only)', '((MIT))', 'mit-0'.toUpperCase()],
    ...['GPL-2.0-only WITH Classpath-exception-2.0', 'LicenseRef-Acme-1.0', 'DocumentRef-x:LicenseRef-y'],
  ]) {
    assert.equal(findLicenseProblem(license), undefined, license);
  }
});

test('everything else says what is wrong', () => {
  const cases: Readonly<Record<string, RegExp>> = {
    '': /something is missing/,
    'MIT License': /"License" is not expected|'License' is not expected/,
    mit: /is written MIT/,
    'Apache 2': /is not an identifier/,
    '1.0.0': /is not an identifier/,
    'MIT OR': /something is missing/,
    'MIT WITH': /no exception/,
    '(MIT': /not closed/,
    'MIT)': /not expected/,
    __proto__: /is not an identifier/,
    [`${'('.repeat(20)}MIT${')'.repeat(20)}`]: /too many parentheses/,
    ['('.repeat(5000)]: /more than 1000 characters/,
  };
  for (const [license, expected] of Object.entries(cases)) {
    assert.match(findLicenseProblem(license) ?? 'accepted', expected, license);
  }
});
