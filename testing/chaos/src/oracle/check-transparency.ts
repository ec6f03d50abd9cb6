// Checks the transparency log: it extends every head that was ever seen, has the entry of every receipt, and its entries
// are those of the versions that there are.
import type { SeededRandom } from '@prime-registry/testkit';
import { readBundle, readCheckpoint, TILE_WIDTH, tilePathOf } from 'prime-conformance/log';
import { compareHeads, isRead, meetLog, readHead } from '../load/read-log.ts';
import { GrowingTree } from '../model/growing-tree.ts';
import type { PreviousLog, SeenHead } from '../model/log-memory.ts';
import type { World } from '../world.ts';
import { forEachAtOnce } from './at-once.ts';
import { checkEntries } from './check-entries.ts';

/** Heads to compare by request; all of them are compared with the entries. */
const HEADS = 20;
const PROOFS = 5;

/** Checks the log. Only clients that never finish may use the registry in the meantime. */
export async function checkTransparency(world: World, random: SeededRandom): Promise<void> {
  const { log } = world.ledger;
  const before = log.current?.origin;
  await meetLog(world);
  if (before !== undefined && log.current?.origin !== before) await readRestarted(world);
  const { heads } = log;
  const head = await readHead(world);
  if (head === undefined) return;
  if (!(await readEntries(world, log.tree, head))) return;
  await forEachAtOnce(draw(random, heads, HEADS), (each) => compareHeads(world, each, head));
  const [wrong] = log.receipts.filter(({ index, entry }) => log.tree.entries[index]?.equals(entry) !== true);
  if (wrong !== undefined) {
    const { draft, index } = wrong;
    world.violate(`${draft.name} ${draft.version} was acknowledged as the entry #${index}, which is another`);
  }
  checkEntries(world, log.tree.entries);
  await checkProofs(world, random);
}

/** Reads the entries that are not known yet, from the bundle of the first of them on. @returns whether they are right */
async function readEntries(world: World, tree: GrowingTree, head: SeenHead): Promise<boolean> {
  for (let index = floorToBundle(tree.size); index < head.size; index += TILE_WIDTH) {
    const answer = await world.ask({ path: tilePathOf('entries', index, head.size) });
    if (!isRead(world, answer, 'a bundle of entries')) return false;
    const entries = readBundle(answer.body);
    if (entries?.length !== Math.min(TILE_WIDTH, head.size - index)) {
      world.violate(`the bundle from entry #${index} on has ${entries?.length} entries`);
      return false;
    }
    for (const [offset, entry] of entries.entries()) {
      const known = tree.entries[index + offset];
      if (known === undefined) tree.append(entry);
      else if (!known.equals(entry)) world.violate(`the entry #${index + offset} of the log has changed`);
    }
  }
  const isRight = tree.rootOf(head.size)?.equals(head.root) === true;
  if (!isRight) world.violate(`the ${head.size} entries of the log do not have the root that was signed`);
  return isRight;
}

function floorToBundle(size: number): number {
  return size - (size % TILE_WIDTH);
}

/** The log has another name: its entries tell how much of it is the log before. */
async function readRestarted(world: World): Promise<void> {
  const { log } = world.ledger;
  const answer = await world.ask({ path: '/-/log/checkpoint' });
  const head = isRead(world, answer, 'the head of the log') && readCheckpoint(answer.body.toString());
  const tree = new GrowingTree();
  if (!head || !(await readEntries(world, tree, head))) return;
  const begun = tree.entries.findLastIndex((entry) => previousOf(entry) !== undefined);
  const previous = previousOf(tree.entries[begun]);
  // An empty log gets its first entry as well.
  if (previous === undefined || (previous.size !== begun && begun > 1))
    return world.violate(`the entry #${begun} says that the logs share ${previous?.size} entries`);
  world.violate(log.goOn(tree, previous));
}

/** The log before this entry; undefined for any entry but the first one under another name. */
function previousOf(entry: Buffer | undefined): PreviousLog | undefined {
  if (entry === undefined) return undefined;
  const { type, previous } = JSON.parse(entry.toString()) as SaidEntry;
  return type === 'begin' ? previous : undefined;
}

interface SaidEntry {
  readonly type: string;
  readonly previous?: PreviousLog;
}

/** Proofs of versions that exist, for the newest log, and for the size that the receipt was for. */
async function checkProofs(world: World, random: SeededRandom): Promise<void> {
  const { facts, log } = world.ledger;
  await forEachAtOnce(draw(random, facts, PROOFS), async ({ fact }) => {
    const { name, version } = fact;
    const answer = await world.ask({ path: `/-/primes/${name}/${version}/proof` });
    if (!isRead(world, answer, `the proof of ${name} ${version}`)) return;
    const problem = log.checkProof(answer.body.toString(), fact);
    if (problem !== undefined) world.violate(`${name} ${version}: ${problem}`);
  });
  const there = new Set(facts.map(({ fact }) => fact));
  const receipts = log.receipts.filter(({ draft, size }) => there.has(draft) && size <= log.largestSize);
  await forEachAtOnce(draw(random, receipts, PROOFS), async ({ draft, size, proof }) => {
    const { name, version } = draft;
    const answer = await world.ask({ path: `/-/primes/${name}/${version}/proof?size=${size}` });
    if (!isRead(world, answer, `the proof of ${name} ${version} for ${size} entries`)) return;
    if (log.isOfCurrent(proof) && answer.body.toString() !== proof)
      world.violate(
        `${name} ${version} has another proof for ${size} entries than its receipt: ${answer.body}`,
      );
  });
}

function draw<T>(random: SeededRandom, items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, () => random.pick(items));
}
