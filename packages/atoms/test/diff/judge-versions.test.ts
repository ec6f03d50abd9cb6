// Which steps between versions are large enough for the changes.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parseVersion, type Version } from '@prime-registry/protocol';
import { type Bump, judgeVersions } from '../../src/index.ts';

function version(text: string): Version {
  const parsed = parseVersion(text);
  return parsed.ok ? parsed.value : assert.fail(parsed.message);
}

const HUGE = '9'.repeat(40);

suite('steps', () => {
  const cases: [from: string, to: string, required: Bump, suggestion: string | undefined][] = [
    ['1.4.2', '2.0.0', 'major', undefined],
    ['1.4.2', '1.5.0', 'major', '2.0.0'],
    ['1.4.2', '1.5.0', 'minor', undefined],
    ['1.4.2', '1.4.3', 'minor', '1.5.0'],
    ['1.4.2', '1.4.3', 'patch', undefined],
    ['1.4.2', '1.4.3', 'none', undefined],
    ['1.4.2', '9.0.0', 'patch', undefined],
    // Not higher.
    ['1.4.2', '1.4.2', 'none', '1.4.3'],
    ['1.4.2', '1.4.2+build', 'patch', '1.4.3'],
    ['1.4.2', '1.4.1', 'major', '2.0.0'],
    ['1.4.2', '1.4.2-rc.1', 'patch', '1.4.3'],
    // A prerelease counts as the version it precedes; a step from one may change anything.
    ['1.4.2', '2.0.0-beta.1', 'major', undefined],
    ['1.4.2', '1.5.0-rc.1', 'major', '2.0.0'],
    ['1.4.2', '1.4.3-rc.1', 'patch', undefined],
    ['2.0.0-beta.1', '2.0.0-beta.2', 'major', undefined],
    ['2.0.0-beta.1', '2.0.0', 'major', undefined],
    ['2.0.0-beta.2', '2.0.0-beta.1', 'patch', '2.0.0'],
    // Below 1.0.0.
    ['0.3.1', '0.4.0', 'major', undefined],
    ['0.3.1', '0.3.2', 'major', '0.4.0'],
    ['0.3.1', '0.3.2', 'minor', undefined],
    ['0.3.1', '0.3.2', 'patch', undefined],
    ['0.3.1', '1.0.0', 'major', undefined],
    ['0.0.3', '0.0.4', 'major', undefined],
    [`${HUGE}.0.0`, `${HUGE}.1.0`, 'major', `1${'0'.repeat(40)}.0.0`],
  ];
  for (const [from, to, required, suggestion] of cases) {
    test(`${from} to ${to} for ${required}${suggestion === undefined ? '' : ' is too small'}`, () => {
      const judgement = judgeVersions(version(from), version(to), required);
      assert.deepEqual([judgement.isRespected, judgement.suggestion], [suggestion === undefined, suggestion]);
      if (suggestion === undefined) return;
      assert.match(judgement.message, new RegExp(`; use ${suggestion.replaceAll('.', '\\.')} or later$`));
      assert.ok(judgeVersions(version(from), version(suggestion), required).isRespected);
    });
  }
});

test('a step says what it is enough for, also if no atom has changed', () => {
  const { message } = judgeVersions(version('1.4.2'), version('1.4.3'), 'none');
  assert.equal(message, '1.4.2 to 1.4.3 is enough for the same atoms and edges');
});
