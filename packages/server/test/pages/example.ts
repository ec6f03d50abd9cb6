// A Prime with atoms, in two different versions, for tests of pages.
import type { Actor } from '@prime-registry/testkit';

const atom = (kind: string, name: string, lines: string): string =>
  `${kind} ${name.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())} {
  id: "@acme/${kind}-${name}"
  version: "1.0.0"
${lines}
}
`;

const WARM = `  description: "Warm the pot before the leaves go in, with \`hot\` water"
  checks: ["The pot is warm to the hand"]
  requires: [@acme/principle-heat]
  related: [@acme/rule-nowhere]`;

/** The files of the first version. */
export const EXAMPLE_FILES = {
  'README.md': `# Tea

How to make it, from **leaf** to cup. See [the leaves](#the-leaves), [a page](https://example.org/tea) and
[a file](docs/more.md).

![A cup](https://example.org/cup.png)

## The leaves

| Leaf | Minutes |
|:-----|--------:|
| green | 2 |
| black | 4 |
`,
  'primes/sources/@acme/principle-heat.prime': atom(
    'principle',
    'heat',
    '  description: "Heat draws the taste out"',
  ),
  'primes/sources/@acme/rule-warm-the-pot.prime': atom('rule', 'warm-the-pot', WARM),
  'primes/sources/@acme/fact-leaves.prime': atom('fact', 'leaves', '  description: "Leaves are dried"'),
} as const;

const SECOND_FILES = {
  ...EXAMPLE_FILES,
  'primes/sources/@acme/rule-warm-the-pot.prime': atom(
    'rule',
    'warm-the-pot',
    `${WARM}\n  notes: ["Only the full text has this."]`,
  ),
  'primes/sources/@acme/rule-steep.prime': atom(
    'rule',
    'steep',
    '  description: "Let it stand for three minutes"\n  requires: [@acme/rule-warm-the-pot]',
  ),
};

/** Publishes both versions, as `@acme/tea` 1.0.0 and 1.1.0. */
export async function publishExample(author: Actor): Promise<void> {
  const draft = { name: '@acme/tea', description: 'How to make tea' };
  await author.mustPublish({ ...draft, version: '1.0.0', files: EXAMPLE_FILES });
  await author.mustPublish({ ...draft, version: '1.1.0', files: SECOND_FILES });
}
