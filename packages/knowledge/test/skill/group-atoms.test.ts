// Names of the files of a skill.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SkillAtom } from '../../src/skill/group-atoms.ts';
import { nameFiles } from '../../src/skill/group-atoms.ts';

test('fifty thousand ids that differ only behind the longest name of a file get names in time', {
  timeout: 60_000,
}, () => {
  const longest = 'a'.repeat(90);
  const ids = Array.from({ length: 50_000 }, (_, index) => `@acme/${longest}a${index}`);
  const atoms = [`@acme/${longest}`, ...ids, '@acme/a', '@acme/a-2', '@acme/a-', '@acme/a.'].map(
    (id) => ({ id }) as SkillAtom,
  );
  const names = nameFiles({ kind: 'rule', folder: 'rule', tokens: 0, atoms });
  assert.equal(new Set(names.values()).size, atoms.length);
  assert.equal(names.get(`@acme/${longest}`), longest);
  assert.equal(names.get(`@acme/${longest}a49999`), `${longest}-50001`);
  assert.deepEqual(
    ['a', 'a-2', 'a-', 'a.'].map((name) => names.get(`@acme/${name}`)),
    ['a', 'a-2', 'a-3', 'a-4'],
  );
});
