// Inventories for tests, read from sources the way a publish reads them.
import { type Inventory, InventoryBuilder } from '@prime-registry/atoms';

/** The fields of an atom that a test can set. */
export interface AtomSource {
  /** `@scope/name`. */
  readonly id: string;
  readonly kind?: string;
  readonly label?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Targets by verb. */
  readonly edges?: Readonly<Record<string, readonly string[]>>;
  /** A longer text, which only the full text contains. */
  readonly notes?: string;
}

/** The text of a `.prime` file with one atom. */
export function sourceOf({
  id,
  kind = 'rule',
  label,
  description = '',
  tags = [],
  edges = {},
  notes,
}: AtomSource): string {
  const lines = [
    `id: "${id}"`,
    'version: "1.0.0"',
    `description: ${JSON.stringify(description)}`,
    ...(label === undefined ? [] : [`label: ${JSON.stringify(label)}`]),
    `tags: [${tags.map((tag) => JSON.stringify(tag)).join(', ')}]`,
    ...Object.entries(edges).map(([verb, targets]) => `${verb}: [${targets.join(', ')}]`),
    ...(notes === undefined ? [] : [`notes: ${JSON.stringify(notes)}`]),
  ];
  return `${kind} ${nameOf(id)} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

/** The path of the file with an atom. */
export function sourcePathOf({ id }: Pick<AtomSource, 'id'>): string {
  return `primes/sources/${id}.prime`;
}

/** The files of a tarball with these atoms, one file for each. */
export function atomFiles(...sources: readonly AtomSource[]): Record<string, string> {
  return Object.fromEntries(sources.map((source) => [sourcePathOf(source), sourceOf(source)]));
}

/** The inventory of these atoms, each in its own file. */
export function inventoryOf(sources: readonly AtomSource[]): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const source of sources) builder.add(sourcePathOf(source), new TextEncoder().encode(sourceOf(source)));
  return builder.finish();
}

/** `RuleOneThing` for `@scope/rule-one-thing`. */
function nameOf(id: string): string {
  const words = id.slice(id.indexOf('/') + 1).split(/[^a-z0-9]+/);
  return words.map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`).join('');
}
