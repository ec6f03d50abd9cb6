// Lints Primes given as text, and shows findings on one line each.
import { type Inventory, InventoryBuilder } from '@prime-registry/atoms';
import { type Finding, type FindingList, lintPrime, type PrimeFacts } from '../src/index.ts';

/** A Prime without findings of its own. */
export const GOOD_FACTS: PrimeFacts = {
  description: 'Rules for writing web pages',
  license: 'Apache-2.0',
  readmeLength: 500,
  requires: [],
};

/** Reads the atoms of files. */
export function readAtoms(files: Readonly<Record<string, string>>): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const [path, text] of Object.entries(files)) builder.add(path, new TextEncoder().encode(text));
  return builder.finish();
}

/** Reads one source, as primes/a.prime. */
export function readSource(...lines: readonly string[]): Promise<Inventory> {
  return readAtoms({ 'primes/a.prime': lines.join('\n') });
}

/** An atom without findings, on one line. */
export function atom(id: string, ...fields: readonly string[]): string {
  return `rule X { id: "${id}", version: "1.0.0", description: "About ${id}", ${fields.join(', ')} }`;
}

/** Lints an inventory. */
export function lint(inventory: Inventory, isHeld?: (target: string) => boolean): FindingList {
  return lintPrime({ inventory, facts: GOOD_FACTS, ...(isHeld && { isHeld }) });
}

/** Findings as `path:line:column rule`. */
export function show(findings: readonly Finding[]): string[] {
  return findings.map(({ path, line, column, rule }) => `${path}:${line}:${column} ${rule}`);
}
