// Measures how long writing a document takes, from memory, and how long the event loop is held meanwhile.
import { type Atom, InventoryBuilder } from '@prime-registry/atoms';
import { type KnowledgeSource, type KnownPrime, writeDocument } from '@prime-registry/knowledge';
import { markdownTable } from '../report/markdown-table.ts';
import { makeSources } from './made-primes.ts';

const ROUNDS = 5;
/** As a server sends it. */
const CHUNK_LENGTH = 32 * 1024;
/** Atoms that an inventory can have. */
const MAX_ATOMS = 10_000;
/** Atoms in one batch of a source. */
const BATCH = 500;

/** Measures it. @returns Markdown */
export async function measureWriting(counts: readonly number[]): Promise<string> {
  const rows: string[][] = [];
  for (const count of counts) {
    const { source, prime } = await makeSource(count);
    const runs = [];
    for (let round = 0; round < ROUNDS; round += 1) runs.push(await write(source, prime));
    const best = runs.toSorted((a, b) => a.ms - b.ms)[0];
    rows.push([
      String(prime.atomCount),
      ((best?.bytes ?? 0) / 1e6).toFixed(1),
      (best?.firstMs ?? 0).toFixed(1),
      (best?.ms ?? 0).toFixed(1),
      Math.min(...runs.map(({ heldMs }) => heldMs)).toFixed(1),
    ]);
  }
  const head = ['Atoms', 'MB', 'First piece, ms', 'All, ms', 'Longest turn, ms'];
  return `Writing a document at the length core from memory; best of ${ROUNDS} rounds.\n\n${markdownTable(head, rows)}`;
}

async function write(
  source: KnowledgeSource,
  prime: KnownPrime,
): Promise<{ ms: number; firstMs: number; heldMs: number; bytes: number }> {
  const startMs = performance.now();
  let [firstMs, heldMs, bytes, joined, turnMs] = [0, 0, 0, '', startMs];
  const watch = setInterval(() => {
    const now = performance.now();
    heldMs = Math.max(heldMs, now - turnMs);
    turnMs = now;
  }, 0);
  for await (const piece of writeDocument(source, prime, { level: 'core' })) {
    if (firstMs === 0) firstMs = performance.now() - startMs;
    joined += piece;
    if (joined.length < CHUNK_LENGTH) continue;
    bytes += Buffer.byteLength(joined);
    joined = '';
    await new Promise((resolve) => setImmediate(resolve));
  }
  clearInterval(watch);
  return { ms: performance.now() - startMs, firstMs, heldMs, bytes: bytes + Buffer.byteLength(joined) };
}

async function makeSource(count: number): Promise<{ source: KnowledgeSource; prime: KnownPrime }> {
  const encoder = new TextEncoder();
  const files = Object.entries(makeSources(count));
  const atoms: Atom[] = [];
  for (let at = 0; at < files.length; at += MAX_ATOMS) {
    const builder = new InventoryBuilder();
    for (const [path, text] of files.slice(at, at + MAX_ATOMS)) builder.add(path, encoder.encode(text));
    atoms.push(...(await builder.finish()).atoms);
  }
  const byId = new Map(atoms.map((atom) => [atom.id, atom]));
  const absent = () => Promise.reject(new Error('documents do not need it'));
  const source: KnowledgeSource = {
    ...{ search: absent, findPrime: absent, listAtoms: absent, findAtom: absent, suggest: absent },
    async *readAtoms() {
      for (let at = 0; at < atoms.length; at += BATCH) {
        yield atoms.slice(at, at + BATCH);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async readTexts(_prime, ids, level) {
      return new Map(ids.map((id) => [id, byId.get(id)?.texts[level] ?? '']));
    },
  };
  const prime: KnownPrime = {
    ...{ name: '@examples/made', version: '1.0.0', sha256: '0'.repeat(64), description: '', license: 'MIT' },
    ...{ requires: {}, yanked: false, deprecated: undefined, from: 'memory', logIndex: undefined, kinds: [] },
    ...{ atomCount: atoms.length, tokens: { summary: 0, core: 0, full: 0 } },
  };
  return { source, prime };
}
