// The score of a version, and its reasons.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inventory } from '@prime-registry/atoms';
import {
  ASSESSMENT_FORMAT,
  assessAtoms,
  type PrimeFacts,
  parseAssessment,
  scoreVersion,
} from '../src/index.ts';
import { atom, GOOD_FACTS, readAtoms, readSource } from './lint-text.ts';

function score(inventory: Inventory, facts: Partial<PrimeFacts> = {}) {
  const { points, parts } = scoreVersion(assessAtoms(inventory), { ...GOOD_FACTS, ...facts });
  const lost = parts.filter((part) => part.points < part.max);
  const reasons = lost.flatMap((part) => part.reasons.map(({ rule, count }) => `${rule} ${count}`));
  return { points, lost: lost.map(({ id, points }) => `${id} ${points}`), reasons };
}

test('a good Prime has all points', async () => {
  const inventory = await readSource(atom('@s/a', 'requires: [@s/b]'), atom('@s/b'));
  assert.deepEqual(score(inventory), { points: 100, lost: [], reasons: [] });
});

test('every missing point has a reason', async () => {
  const inventory = await readSource(
    atom('@s/a', 'requires: [@s/gone]'),
    'rule B { id: "@s/b" }',
    'rule C { id: "@s/c", version: "1.0.0", description: "broken }',
  );
  const facts = { description: 'Rules', license: 'none', readmeLength: 0 };
  assert.deepEqual(score(inventory, facts), {
    points: 7 + 20 + 17,
    lost: ['documentation 7', 'soundness 20', 'agents 17', 'license 0'],
    reasons: [
      ...['missing-readme 1', 'short-description 1', 'missing-description 1'],
      ...['unreadable-atom 1', 'dangling-edge 1', 'missing-version 1', 'license-not-spdx 1'],
    ],
  });
});

test('one bad atom of thousands still costs a point', async () => {
  const atoms = Array.from({ length: 200 }, (_, index) => atom(`@s/${index}`));
  const inventory = await readSource(...atoms, 'rule Z { id: "@s/z", version: "1.0.0" }');
  assert.deepEqual(score(inventory), {
    points: 99,
    lost: ['documentation 29'],
    reasons: ['missing-description 1'],
  });
});

test('a Prime without atoms has no points for them', async () => {
  const { points, reasons } = score(await readAtoms({}));
  assert.deepEqual([points, reasons], [25, ['no-atoms 1', 'no-atoms 1']]);
});

test('edges of a Prime that requires others are not judged without these', async () => {
  const inventory = await readSource(atom('@s/a', 'requires: [@s/of-another-prime]'));
  assert.equal(score(inventory).points, 85);
  assert.equal(score(inventory, { requires: ['@s/other'] }).points, 100);
});

test('a stored assessment is read back, and one of another format is not', async () => {
  const assessment = assessAtoms(await readSource(atom('@s/a', 'requires: [@s/a]')));
  assert.deepEqual(assessment, { format: ASSESSMENT_FORMAT, atoms: 1, edges: 1, counts: { 'self-edge': 1 } });
  assert.deepEqual(parseAssessment(JSON.stringify(assessment)), assessment);
  assert.equal(parseAssessment(JSON.stringify({ ...assessment, format: 0 })), undefined);
});
