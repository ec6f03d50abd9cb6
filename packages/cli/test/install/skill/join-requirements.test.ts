// What several SKILL.md files require of one Prime is one range, or a contradiction that names the files.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getValue, parseRange } from '@prime-registry/protocol';
import { ValidationError } from '../../../src/errors/validation-error.ts';
import { joinRequirements } from '../../../src/install/skill/join-requirements.ts';

const NAME = '@acme/core';

function join(...ranges: string[]) {
  const files = ranges.map(
    (text, index) =>
      new Map([
        [
          NAME,
          {
            name: NAME,
            range: getValue(parseRange(text)),
            required_by: index === 0 ? 'SKILL.md' : `s${index}/SKILL.md`,
          },
        ],
      ]),
  );
  return joinRequirements(files).get(NAME);
}

describe('the ranges of several files', () => {
  const cases: [ranges: string[], joined: string][] = [
    [['^1.2', '^1.2'], '^1.2'],
    [['latest', '^1.2'], '^1.2'],
    [['latest', 'latest'], 'latest'],
    [['^1', '~1.2'], '~1.2'],
    [['>=1', '<1.5'], '>=1 <1.5'],
    [['^1', '1.4.0'], '1.4.0'],
    [['^1 || ^2', '>=1.5 <2.3'], '>=1.5 <2.3'],
    [['^1 || ^2', '>=1.5 <3.3'], '^1 >=1.5 <3.3 || ^2 >=1.5 <3.3'],
    [['^1 || ^3', '^2 || ^3'], '^3 ^3'],
    [['beta', 'latest'], 'beta'],
    [['^1', '>=1.1', '<1.9'], '^1 >=1.1 <1.9'],
  ];
  for (const [ranges, joined] of cases)
    test(`${ranges.join(' and ')} are ${joined}`, () => assert.equal(join(...ranges)?.range.text, joined));

  test('are attributed to a file below, which says that the project is shared', () => {
    assert.equal(join('^1', '^1')?.required_by, 's1/SKILL.md');
    assert.equal(join('^1')?.required_by, 'SKILL.md');
  });

  for (const ranges of [
    ['^1', '^2'],
    ['1.0.0', '1.0.1'],
    ['^1', '2.0.0'],
    ['beta', '^1'],
    ['beta', 'next'],
    ['1.0.0 - 1.5.0', '>=1.2'],
  ])
    test(`${ranges.join(' and ')} contradict each other`, () => {
      assert.throws(
        () => join(...ranges),
        (error) =>
          error instanceof ValidationError &&
          error.problems[0]?.message ===
            `SKILL.md requires ${ranges[0]}, s1/SKILL.md requires ${ranges[1]}; change one of them`,
      );
    });
});
