// The Primes of a recorded database. Together they fill every table that a publish or a yank writes to.
import { type AtomSource, atomFiles } from '@prime-registry/testkit';

/** The publisher: the name of a token. */
export type Author = 'acme' | 'world' | 'revoked' | 'expired';

/** A version to publish, and its later yank. */
export interface Publication {
  readonly by: Author;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Further lines of the manifest, as YAML. */
  readonly extra?: string;
  readonly readme?: string;
  readonly atoms?: readonly AtomSource[];
  /** Further parts of the form, such as `channel`. */
  readonly options?: Readonly<Record<string, string>>;
  /** The reason of its yank. Empty for a yank without a reason. */
  readonly yankReason?: string;
}

const RISE: AtomSource = {
  id: '@acme/rule-let-it-rise',
  description: 'Dough rests until it has doubled.',
  tags: ['bread', 'sauerteig'],
  edges: { requires: ['@acme/principle-patience'], related: ['@world/rule-warm-place'] },
  notes: 'A poolish needs twelve hours.',
};
const PATIENCE: AtomSource = {
  id: '@acme/principle-patience',
  kind: 'principle',
  description: 'Geduld – 忍耐 – patience.',
};
const SALT: AtomSource = {
  id: '@acme/rule-salt-last',
  description: 'Salt slows yeast down.',
  edges: { 'see-also': ['@acme/rule-nowhere', '@elsewhere/rule-unknown'] },
};

/** In the order of publication. */
export const PUBLICATIONS: readonly Publication[] = [
  {
    ...{ by: 'acme', name: '@acme/web-style', version: '1.0.0' },
    description: 'Rules for writing web pages',
    extra: 'tags: [Typography, "Größe"]\natoms: 3\nnamespaces: ["@acme/web"]',
    readme: '# Web style\n\nNaïve façades: Größe, Straße, 大きさ.\n\n## Kerning\n\nBy eye.\n',
  },
  {
    ...{ by: 'acme', name: '@acme/web-style', version: '1.1.0-rc.2' },
    description: 'Rules for writing web pages, soon',
  },
  {
    ...{ by: 'acme', name: '@acme/web-style', version: '1.1.0-rc.11' },
    description: 'Rules for writing web pages, sooner',
  },
  {
    ...{ by: 'acme', name: '@acme/web-style', version: '1.1.0+build.7' },
    description: 'Rules for writing web pages and letters',
    extra: 'tags: [Typography, Letterpress]',
    readme: '# Web style\n\nWith a chapter about quokkas.\n',
  },
  {
    ...{ by: 'acme', name: '@acme/web-style', version: '1.10.0' },
    description: 'A withdrawn zeppelin',
    yankReason: 'Enthält Fehler – 間違い',
  },
  {
    ...{ by: 'acme', name: '@acme/web-style', version: '2.0.0-beta.1' },
    description: 'The next one',
  },
  {
    ...{ by: 'world', name: '@world/kitchen', version: '0.1.0' },
    description: 'Places where dough rests',
    atoms: [{ id: '@world/rule-warm-place', description: 'Thirty degrees are enough.' }],
  },
  {
    ...{ by: 'acme', name: '@acme/baking', version: '1.0.0' },
    description: 'How bread is made',
    extra: 'tags: [bread]',
    readme: '# Baking\n\nFlour, water, salt.\n',
    atoms: [RISE, PATIENCE],
  },
  {
    ...{ by: 'acme', name: '@acme/baking', version: '1.1.0' },
    description: 'How bread is made, with salt',
    extra: 'tags: [bread]',
    readme: '# Baking\n\nFlour, water, salt, and a marzipan heart.\n',
    atoms: [RISE, PATIENCE, SALT],
  },
  {
    ...{ by: 'world', name: '@world/baking', version: '3.0.0' },
    description: 'Brot – パン – ψωμί',
    // Programs before 0023-requires ignored it.
    extra: 'requires: { "@acme/baking": ^1.0.0, "@world/kitchen": "*" }',
    // An atom of another scope, which the owner of that scope has too.
    atoms: [{ ...PATIENCE, description: 'Somebody else about patience.' }],
  },
  {
    ...{ by: 'world', name: '@world/only-previews', version: '0.1.0-alpha.1' },
    description: 'Nothing stable of a wombat yet',
  },
  {
    ...{ by: 'world', name: '@world/all-gone', version: '1.0.0' },
    description: 'A yanked xylophone',
    atoms: [{ id: '@world/rule-gone', description: 'Of a Prime that is yanked.' }],
    yankReason: '',
  },
  {
    ...{ by: 'revoked', name: '@revoked/last-words', version: '1.0.0' },
    description: 'Published with a token that is revoked now',
  },
  {
    ...{ by: 'expired', name: '@expired/last-words', version: '1.0.0' },
    description: 'Published with a token that has expired now',
  },
];

/** Versions of another registry, which are mirrored. The first one is evicted again. */
export const UPSTREAM_PUBLICATIONS: readonly Publication[] = ['evicted', 'kept'].map((word) => ({
  ...{ by: 'acme', name: `@upstream/${word}`, version: '1.0.0' },
  extra: 'requires: { "@acme/baking": ^1.0.0 }',
  description: `A mirrored axolotl that was ${word}`,
  readme: `# ${word}\n`,
  atoms: [{ id: `@upstream/rule-${word}`, description: `An atom that was ${word}.` }],
}));

/** What the current search finds, best first, in a database of any version. */
export const SEARCHES: readonly { readonly text: string; readonly names: readonly string[] }[] = [
  // Names, descriptions and tags of latest versions; prefixes, without accents.
  { text: 'letterpress', names: ['@acme/web-style'] },
  { text: 'typogr', names: ['@acme/web-style'] },
  { text: 'ψωμι', names: ['@world/baking'] },
  { text: 'パン', names: ['@world/baking'] },
  { text: 'wombat', names: ['@world/only-previews'] },
  // READMEs.
  { text: 'quokkas', names: ['@acme/web-style'] },
  { text: 'marzipan', names: ['@acme/baking'] },
  // A typing error.
  { text: 'letterpres', names: ['@acme/web-style'] },
  { text: 'lettrepress', names: ['@acme/web-style'] },
  // No yanked versions, no text of earlier versions.
  { text: 'zeppelin', names: [] },
  { text: 'xylophone', names: [] },
  { text: 'naive', names: [] },
  { text: 'last-words', names: ['@expired/last-words', '@revoked/last-words'] },
];

/** Searches in atoms, once they are indexed. */
export const ATOM_SEARCHES: typeof SEARCHES = [
  { text: 'poolish', names: ['@acme/baking'] },
  { text: 'yeast', names: ['@acme/baking'] },
  { text: 'thirty', names: ['@world/kitchen'] },
  { text: '忍耐', names: ['@acme/baking'] },
];

/** The files of the tarball. */
export function filesOf({ name, version, readme, atoms = [] }: Publication): Record<string, string> {
  return { 'README.md': readme ?? `# ${name} ${version}\n`, ...atomFiles(...atoms) };
}
