// A Prime as one document: its form, and that it is written in pieces.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TextLevel } from '@prime-registry/atoms';
import { writeAtomDocument, writeDocument } from '../../src/document/write-document.ts';
import type { KnowledgeSource } from '../../src/source/knowledge-source.ts';
import type { KnownPrime } from '../../src/source/known-prime.ts';

interface MadeAtom {
  readonly id: string;
  readonly text?: string;
  readonly requires?: readonly string[];
  readonly tokens?: number;
}

const PRIME: KnownPrime = {
  ...{ name: '@acme/web-style', version: '1.2.0', sha256: 'ab'.repeat(32), description: 'How *we* write' },
  ...{ license: 'MIT', requires: { '@b/b': '^2', '@a/a': '^1 || ^2' }, yanked: false, deprecated: undefined },
  ...{ from: 'installed', logIndex: 7, kinds: [], atomCount: 2, tokens: { summary: 0, core: 0, full: 0 } },
};

/** A source of these atoms, which notes how many texts were asked for at once. */
function sourceOf(atoms: readonly MadeAtom[]): { source: KnowledgeSource; batches: number[] } {
  const batches: number[] = [];
  const absent = () => Promise.reject(new Error('documents do not need it'));
  const source: KnowledgeSource = {
    ...{ search: absent, findPrime: absent, listAtoms: absent, findAtom: absent, suggest: absent },
    async *readAtoms() {
      for (const { id, requires = [], tokens = 1 } of atoms)
        yield [
          {
            ...{ id, kind: 'rule', label: undefined, description: '', domain: undefined, tags: [] },
            tokens: { summary: 1, core: tokens, full: 2 * tokens },
            edges: requires.map((target) => ({ verb: 'requires', target, standing: 'inside' as const })),
          },
        ];
    },
    async readTexts(_prime, ids, level: TextLevel) {
      batches.push(ids.length);
      const textOf = new Map(atoms.map(({ id, text = '' }) => [id, text]));
      return new Map(ids.map((id) => [id, `${textOf.get(id)}${level === 'full' ? ' more' : ''}`]));
    },
  };
  return { source, batches };
}

async function documentOf(atoms: readonly MadeAtom[], prime = PRIME, level: TextLevel = 'core') {
  const { source, batches } = sourceOf(atoms);
  const pieces = await Array.fromAsync(writeDocument(source, prime, { level }));
  return { text: pieces.join(''), pieces, batches };
}

describe('the document of a Prime', () => {
  test('has this form', async () => {
    const { text } = await documentOf([
      { id: '@acme/rule-a', text: '# A\n\nSee', requires: ['@acme/rule-b', '@other/c'] },
      { id: '@acme/rule-b', text: '```\ncut' },
    ]);
    assert.equal(
      text,
      `# @acme/web-style 1.2.0

\`@acme/web-style\` · 1.2.0 · sha256:${'ab'.repeat(32)} · MIT · 2 atoms · core: 2 tokens (estimated; summary 2, full 4)

How \\*we\\* write

## Requires

- \`@a/a\` ^1 \\|\\| ^2
- \`@b/b\` ^2

## Contents

- [@acme/rule-b](#acmerule-b) · rule · 1
- [@acme/rule-a](#acmerule-a) · rule · 1

## @acme/rule-b

\`@acme/rule-b\` · rule · \`@acme/web-style\` 1.2.0 · sha256:abababababab…

\`\`\`
cut
\`\`\`

## @acme/rule-a

\`@acme/rule-a\` · rule · \`@acme/web-style\` 1.2.0 · sha256:abababababab…

### A

See

Edges: requires [@acme/rule-b](#acmerule-b), \`@other/c\`
`,
    );
  });

  test('is the same wherever it was read', async () => {
    const atoms = [{ id: '@acme/rule-a', text: 'x' }];
    const { text } = await documentOf(atoms);
    const elsewhere = { ...PRIME, from: 'https://primes.example', logIndex: undefined };
    assert.equal((await documentOf(atoms, elsewhere)).text, text);
  });

  test('gives every heading its own anchor', async () => {
    const { text } = await documentOf([{ id: '@acme/a.b' }, { id: '@acme/ab' }]);
    assert.match(text, /- \[@acme\/a\.b\]\(#acmeab\).*\n- \[@acme\/ab\]\(#acmeab-1\)/);
    assert.ok(text.includes('\n_This atom has no text._\n'));
  });

  test('reads the texts of a bounded part at once', async () => {
    const many = Array.from({ length: 450 }, (_, index) => ({ id: `@acme/rule-${index}` }));
    assert.deepEqual((await documentOf(many)).batches, [200, 200, 50]);
    const long = many.slice(0, 5).map((atom) => ({ ...atom, tokens: 30_000 }));
    assert.deepEqual((await documentOf(long)).batches, [2, 2, 1]);
    const { source, batches } = sourceOf(many);
    for await (const piece of writeDocument(source, PRIME, { level: 'full' }))
      if (piece.includes('\n## @')) break;
    assert.deepEqual(batches, [200]);
  });

  test('has no atoms, or none that were read', async () => {
    assert.match(
      (await documentOf([], { ...PRIME, atomCount: 0 })).text,
      /## Contents\n\nThis version has no atoms\.\n$/,
    );
    assert.match((await documentOf([])).text, /\nThe atoms of this version were never read here\.\n$/);
  });
});

test('the document of an atom', () => {
  const atom = { id: '@acme/rule-a', kind: 'rule', tokens: { summary: 1, core: 2, full: 3 } };
  const edges = [{ verb: 'requires', target: '@acme/b' }];
  assert.equal(
    writeAtomDocument(atom, { ...PRIME, yanked: true }, { text: '# T', edges, level: 'core' }),
    `# @acme/rule-a

\`@acme/rule-a\` · rule · \`@acme/web-style\` 1.2.0 · sha256:abababababab…

core: 2 tokens (estimated; summary 1, full 3)

**This version is yanked.**

### T

Edges: requires \`@acme/b\`
`,
  );
});
