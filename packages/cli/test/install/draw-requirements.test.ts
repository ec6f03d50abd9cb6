// The drawings of a lock file, which anybody may have written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawReasons, drawTree } from '../../src/install/draw-requirements.ts';
import { type LockedPrime, makeLockfile } from '../../src/install/lockfile/lockfile.ts';

function lock(name: string, fields: Partial<LockedPrime> = {}): LockedPrime {
  const digests = { sha256: 'ab'.repeat(32), tree_sha256: 'cd'.repeat(32) };
  return { name, version: '1.0.0', ...digests, registry: 'https://one.example', ...fields };
}

describe('the drawing of a hostile lock file', () => {
  const LENGTH = 10_000;
  const chain = makeLockfile(
    Array.from({ length: LENGTH }, (_, index) =>
      lock(`@acme/p${index}`, {
        ...(index === 0 && { range: '*' }),
        ...(index < LENGTH - 1 && { requires: `@acme/p${index + 1}@*` }),
      }),
    ),
  );

  it('ends where a chain is too long to be drawn', () => {
    for (const lines of [drawTree(chain), drawReasons(chain, `@acme/p${LENGTH - 1}`)]) {
      assert.ok(lines.length < 200, `${lines.length} lines`);
      assert.match(lines.at(-1) ?? '', /… and more than can be drawn$/);
    }
  });

  it('ends where there are too many requirements', () => {
    const names = Array.from({ length: 200 }, (_, index) => `@acme/p${index}`);
    const requires = names.map((name) => `${name}@*`).join(', ');
    const dense = makeLockfile(names.map((name) => lock(name, { range: '*', requires })));
    assert.ok(drawTree(dense).length < 25_000);
  });

  it('shows no hidden characters', () => {
    const lines = drawTree(
      makeLockfile([lock('@acme/a', { range: '*', required_by: 'a\u202eb\u200b\u200b.md' })]),
    );
    assert.doesNotMatch(lines.join('\n'), /[\u202e\u200b]/);
  });
});
