// A reproducible Prime with many atoms: areas of a craft, each with principles that rules, patterns and facts
// refer to.
import { SeededRandom } from '@prime-registry/testkit';

const AREAS = [
  'soil',
  'water',
  'light',
  'seed',
  'graft',
  'prune',
  'compost',
  'harvest',
  'pest',
  'frost',
  'tool',
  'season',
];
const ACTS = [
  'measure',
  'turn',
  'cover',
  'loosen',
  'rotate',
  'thin',
  'feed',
  'drain',
  'shade',
  'stake',
  'label',
  'record',
  'rest',
  'mix',
  'sharpen',
  'store',
];
const WHENS = [
  'early',
  'late',
  'weekly',
  'after-rain',
  'before-frost',
  'at-dawn',
  'by-hand',
  'in-rows',
  'in-pots',
  'under-glass',
  'every-year',
  'when-dry',
];
const KINDS = [
  'rule',
  'rule',
  'rule',
  'rule',
  'pattern',
  'pattern',
  'fact',
  'fact',
  'anti-pattern',
  'example',
];

/** The files of a Prime with this number of atoms. */
export function largePrime(size: number): Record<string, string> {
  const random = new SeededRandom(17);
  const ids: { id: string; area: string; isPrinciple: boolean }[] = [];
  const files: Record<string, string> = {
    'pack.yaml': [
      'name: "@examples/gardening"',
      'version: 2.3.0',
      'description: What a gardener knows, in atoms that lead from soil to harvest',
      'license: CC-BY-4.0',
      'prime-version: "1.0"',
      'tags: [garden, plants]',
    ].join('\n'),
    'README.md': README,
  };
  for (let index = 0; index < size; index += 1) {
    const area = AREAS[index % AREAS.length] ?? 'soil';
    const isPrinciple = index < AREAS.length * 4;
    const kind = isPrinciple ? 'principle' : random.pick(KINDS);
    const words = `${area}-${random.pick(ACTS)}-${random.pick(WHENS)}`;
    const id = `@examples/${kind}-${words}-${index}`;
    const inArea = ids.filter((other) => other.area === area);
    const principles = inArea.filter((other) => other.isPrinciple);
    const targets = new Set<string>();
    if (isPrinciple && principles[0] !== undefined) targets.add(principles[0].id);
    if (!isPrinciple) targets.add(random.pick(principles).id);
    if (!isPrinciple && random.chance(1 / 3)) targets.add(random.pick(inArea).id);
    if (random.chance(1 / 30) && ids.length > 0) targets.add(random.pick(ids).id);
    ids.push({ id, area, isPrinciple });
    const text = words.replaceAll('-', ' ');
    files[`primes/sources/@examples/${id.slice(10)}.prime`] = [
      `${kind} ${words.replaceAll(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}${index} {`,
      `  id: "${id}"`,
      '  version: "1.0.0"',
      `  description: "About the ${area}: ${text}"`,
      `  statement: "In work with the ${area}, ${text}, and write down what came of it."`,
      `  requires: [${[...targets].join(', ')}]`,
      '}',
    ].join('\n');
  }
  return files;
}

const README = `# Gardening

What a gardener knows, in small pieces that lead to one another: begin at a principle of the area that you work in, and follow
its edges to rules and patterns.

## Areas

| Area | Begins with |
|---|---|
| Soil | what it is made of, and how to find out |
| Water | how much, when, and where it goes |
| Frost | the nights that matter |

## How to read it

1. Find the atom for what you are about to do.
2. Read its *core*; that is enough for most days.
3. Follow \`requires\` when you want to know why.

> A garden is a slow conversation.
`;
