// The report for people: a line per check, the failures, the totals, and the verdict on the last line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Paint, plainReport } from '../../src/report/plain.ts';
import { reportOf, resultWith } from '../support/results.ts';

const failed = resultWith({
  ...{ id: 'versions.ok', section: '4.2', group: 'versions', title: 'The list answers 200' },
  ...{
    status: 'Fail',
    expected: 'status 200',
    got: '500 Internal Server Error',
    request: 'GET http://r/pack/x',
  },
});

test('a report lists the checks by group, then the failures with their requests, then the totals', () => {
  const skipped = resultWith({
    id: 'search.ok',
    group: 'search',
    level: 'optional',
    status: 'Skip',
    message: 'absent',
  });
  const lines = plainReport(reportOf([resultWith(), failed, skipped])).split('\n');
  assert.ok(lines.includes('publish') && lines.includes('versions') && lines.includes('search'));
  assert.ok(lines.some((line) => /^ {2}Pass {3}4\.1 {2}publish\.created +A publish answers 201$/.test(line)));
  assert.ok(lines.some((line) => /^ {2}Fail {3}4\.2 {2}versions\.ok +The list answers 200$/.test(line)));
  assert.ok(lines.some((line) => / \[absent\]$/.test(line)));
  const at = lines.indexOf('Failures and errors');
  assert.deepEqual(
    lines.slice(at + 2, at + 5).map((line) => line.trim().split(/ {2,}/)),
    [
      ['request', 'GET http://r/pack/x'],
      ['expected', 'status 200'],
      ['got', '500 Internal Server Error'],
    ],
  );
  assert.ok(lines.includes('Required     1/2 passed, 1 failed'));
  assert.ok(lines.includes('Optional     0/1 passed, 1 skipped'));
  assert.match(lines.at(-2) ?? '', /^Does not conform: 1 of 3 /);
});

test('the last line is the verdict', () => {
  const skip = resultWith({ status: 'Skip', message: 'no token' });
  const broken = resultWith({ status: 'Error', message: 'no answer' });
  const lastLine = (report: Parameters<typeof plainReport>[0]) =>
    plainReport(report).trim().split('\n').at(-1) ?? '';
  assert.match(lastLine(reportOf([resultWith()])), /^Conforms/);
  assert.match(lastLine(reportOf([resultWith(), skip])), /^Incomplete: 1 /);
  assert.match(lastLine(reportOf([broken])), /^No verdict/);
  assert.match(lastLine(reportOf([resultWith()], { filter: 'publish' })), /^Passed, but only .*"publish"/);
});

test('a report with styles has the same words as a plain one', () => {
  const paint: Paint = (style, text) => `<${style}>${text}</${style}>`;
  const painted = plainReport(reportOf([resultWith(), failed]), paint);
  assert.match(painted, /<green>Pass {1}<\/green>/);
  assert.match(painted, /<red>Fail {1}<\/red>/);
  assert.equal(painted.replace(/<\/?[a-z]+>/g, ''), plainReport(reportOf([resultWith(), failed])));
});
