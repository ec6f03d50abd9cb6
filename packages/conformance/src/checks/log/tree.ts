// The tree of the log: that it only grows, its tiles, and what is in it.
import { beyondContract, type Check, type CheckContext } from '../../check.ts';
import { expectEqual, expectStatus, fail } from '../../expectations/expect.ts';
import { readEntry } from '../../expectations/logged.ts';
import { formOf, withOtherBytes } from '../../fixtures/fixture.ts';
import type { Exchange } from '../../http/exchange.ts';
import { CHECKPOINT_PATH, consistencyPath, tilePath } from '../../http/paths.ts';
import { readBundle, readTile, TILE_WIDTH, tilePathOf } from '../../log/bundle.ts';
import { readHashes } from '../../log/note.ts';
import { hashLeaf, isConsistent } from '../../log/tree.ts';
import { Unmet } from '../../outcome.ts';
import { openCheckpoint } from '../../session/logbook.ts';

/** Paths that are not those of a tile, and tiles that no log has. */
const NO_TILES = [
  ...['0/0', '00/000', '-1/000', '64/000', 'x/000', 'leaves/000', '0/x000', '0/x000/000', '0/000/001'],
  ...['0/000.p', '0/000.p/', '0/000.p/0', '0/000.p/01', '0/000.p/256', '0/000.p/-1', 'entries/000.p/256'],
  ...['0/x999/x999/999', '0/x999/x999/999.p/1', 'entries/x999/x999/999', '63/000'],
];

export const treeChecks: readonly Check[] = beyondContract([
  {
    id: 'log.consistency',
    title: 'The consistency proof shows that a later checkpoint extends an earlier one',
    run: async ({ session, logbook }) => {
      const { checkpoint: from } = await logbook.receiptProof();
      await session.mustPublish(logbook.another());
      const to = openCheckpoint(await session.read(CHECKPOINT_PATH));
      const exchange = await session.read(consistencyPath(from.size, to.size));
      expectStatus(exchange, 200);
      const hashes = readHashes(exchange.body.toString());
      if (hashes === undefined) fail(exchange, 'hashes in Base64, one a line');
      if (!isConsistent(from, to, hashes))
        fail(exchange, `hashes from the root of ${from.size} to that of ${to.size}`);
    },
  },
  {
    id: 'log.consistency-invalid',
    title: 'A consistency proof to a smaller size, to one that the log does not have, or to none answers 400',
    run: async ({ session, logbook }) => {
      const { size } = await logbook.checkpoint();
      for (const [from, to] of [
        [size, size - 1],
        [1, size + 1_000_000],
        ['one', size],
        ['01', size],
        [1, ''],
      ] as const) {
        expectStatus(await session.read(consistencyPath(from, to)), 400);
      }
    },
  },
  {
    id: 'log.bundle',
    title: 'The bundle of entries has the entry of the receipt at its index',
    run: async (context) => {
      const { file } = await context.logbook.receiptProof();
      const { exchange, entries } = await readEntries(context, file.index);
      const entry = entries[file.index % TILE_WIDTH];
      expectEqual(exchange, `entry ${file.index}`, entry?.toString(), file.entry.toString());
    },
  },
  {
    id: 'log.tile',
    title: 'The tile of level 0 has the hashes of the entries of the bundle',
    run: async (context) => {
      const { session, logbook } = context;
      const { file } = await logbook.receiptProof();
      const { size } = await logbook.checkpoint();
      const { entries } = await readEntries(context, file.index).catch(() => {
        throw new Unmet('the bundle of entries cannot be read');
      });
      const exchange = await session.read(tilePathOf('0', file.index, size));
      expectStatus(exchange, 200);
      const hashes = readTile(exchange.body);
      if (hashes === undefined) fail(exchange, 'hashes of 32 bytes');
      const texts = (each: readonly Buffer[]) => each.map((hash) => hash.toString('base64'));
      expectEqual(exchange, 'hashes', texts(hashes), texts(entries.map(hashLeaf)));
    },
  },
  {
    id: 'log.tile-absent',
    title:
      'Paths that are not written as those of a tile, and tiles that the log does not have yet, answer 404',
    run: async ({ session, logbook }) => {
      await logbook.published();
      for (const tile of NO_TILES) expectStatus(await session.read(tilePath(tile)), 404);
    },
  },
  {
    id: 'log.refused',
    title: 'A publish that answers 409 leaves no entry',
    run: async (context) => {
      const { session, logbook } = context;
      const { file } = await logbook.receiptProof();
      const { release } = await logbook.published();
      const { status } = await session.publish(formOf(withOtherBytes(release, 'for the log')));
      if (status !== 409) throw new Unmet(`a second publish was answered with ${status}`);
      const found = await findEntries(context, file.index, 'publish', release.name);
      expectEqual(found.exchange, `entries of publishes of ${release.name} 1.0.0`, found.versions, ['1.0.0']);
    },
  },
  {
    id: 'log.yank',
    title: 'A yank leaves an entry of the type yank with name and version',
    run: async (context) => {
      const { logbook, life } = context;
      const { file } = await logbook.receiptProof();
      const doomed = await life.newRelease('logged', '1.0.0-rc.1');
      await life.mustYank(doomed);
      const { exchange, versions } = await findEntries(context, file.index, 'yank', doomed.name);
      expectEqual(exchange, `entries of yanks of ${doomed.name}`, versions, [doomed.version]);
    },
  },
]);

/** The bundle with an entry, as far as the checkpoint reaches. */
async function readEntries({ session, logbook }: CheckContext, index: number): Promise<Bundle> {
  const { size } = await logbook.checkpoint();
  return readBundleAt(session, index, size);
}

/** A bundle and the answer that has it. */
interface Bundle {
  readonly exchange: Exchange;
  readonly entries: readonly Buffer[];
}

async function readBundleAt(session: CheckContext['session'], index: number, size: number): Promise<Bundle> {
  const exchange = await session.read(tilePathOf('entries', index, size));
  expectStatus(exchange, 200);
  const entries = readBundle(exchange.body);
  if (entries === undefined) fail(exchange, 'entries, each after its length in two bytes');
  return { exchange, entries };
}

/** The versions that the newest entries of a type about a Prime are about, from an index on. */
async function findEntries(
  { session }: CheckContext,
  from: number,
  type: string,
  name: string,
): Promise<{ readonly exchange: Exchange; readonly versions: readonly unknown[] }> {
  const exchange = await session.read(CHECKPOINT_PATH);
  const { size } = openCheckpoint(exchange);
  const versions: unknown[] = [];
  const first = from - (from % TILE_WIDTH);
  for (let index = first; index < size; index += TILE_WIDTH) {
    const { entries } = await readBundleAt(session, index, size);
    const about = entries.map(readEntry).filter((entry) => entry.type === type && entry.name === name);
    versions.push(...about.map(({ version }) => version));
  }
  return { exchange, versions };
}
