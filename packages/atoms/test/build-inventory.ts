// Builds inventories from files given as text.
import { type Atom, type Inventory, InventoryBuilder } from '../src/index.ts';

export async function buildInventory(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<Inventory> {
  const builder = new InventoryBuilder();
  for (const [path, contents] of Object.entries(files)) {
    const bytes = typeof contents === 'string' ? new TextEncoder().encode(contents) : contents;
    if (builder.wants(path, bytes.length)) builder.add(path, bytes);
  }
  return await builder.finish();
}

/** The only atom of a source. */
export async function readOne(source: string): Promise<Atom & { problems: string[] }> {
  const { atoms, problems } = await buildInventory({ 'primes/@s/one.prime': source });
  const [atom] = atoms;
  if (atom === undefined) throw new Error(`no atom was read: ${JSON.stringify(problems)}`);
  return { ...atom, problems: describe(problems) };
}

/** Problems as `severity path:line message`. */
export function describe(problems: Inventory['problems']): string[] {
  return problems.map(
    ({ severity, path, line, message }) =>
      `${severity} ${path}${line === undefined ? '' : `:${line}`} ${message}`,
  );
}

/** A source with all required fields, and more lines. */
export function source(id: string, ...lines: string[]): string {
  return `rule One {\n  id: "${id}"\n  version: "1.0.0"\n  description: "It says one thing."\n${lines.join('\n')}\n}\n`;
}
