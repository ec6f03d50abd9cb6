// All operations of the server and the operators' commands on the store, each time with different values.
import { randomBytes } from 'node:crypto';
import {
  getValue,
  PRIME_ORDERS,
  type PrimeOrder,
  parsePrimeName,
  parseVersion,
} from '@prime-registry/protocol';
import type { NewVersion, RegistryStore, TokenRecord } from '@prime-registry/store';
import { operatorActs } from 'prime-registry';
import { generateInventory } from '../corpus/generate-inventory.ts';
import type { SyntheticPrime } from '../corpus/generate-primes.ts';
import { listNewVersions } from '../corpus/new-versions.ts';
import { listQueryKinds } from '../search/queries.ts';

const ATOMS = 20;
/** A database that an interrupted run has left has its versions. */
const RUN = Math.floor(Date.now() / 1000);

/** An operation. */
export interface Operation {
  readonly title: string;
  /** Runs it once more. */
  run(turn: number): Promise<unknown>;
}

/** The operations on a filled store. @param sample - Primes from all parts of it */
export function listOperations(store: RegistryStore, sample: readonly SyntheticPrime[]): Operation[] {
  const prime = (turn: number): SyntheticPrime => at(sample, turn * 7919);
  const newest = (turn: number): NewVersion => {
    const versions = [...listNewVersions(prime(turn))];
    return at(versions, versions.length - 1);
  };
  const tokens: TokenRecord[] = [];
  const secrets: Buffer[] = [];
  const operations: Operation[] = [
    { title: 'Manifest', run: (turn) => store.findVersion(newest(turn).name.full, newest(turn).version) },
    { title: 'List of versions', run: (turn) => store.listVersions(prime(turn).name) },
    { title: 'Whether a Prime exists', run: (turn) => store.hasPrime(prime(turn).name) },
    {
      title: 'A missing Prime',
      run: (turn) => store.findVersion(`@nobody/no-${turn}`, version('1.0.0')),
    },
    {
      title: 'pack.yaml of a version',
      run: (turn) => store.findSourceManifest(newest(turn).name.full, newest(turn).version),
    },
    { title: 'Usage of a scope', run: (turn) => store.findScopeUsage(newest(turn).name.scope) },
    { title: 'Stamp of the last change', run: async () => store.changeStamp() },
    { title: 'Ping', run: () => store.ping() },
    {
      title: 'Publish of a new Prime',
      run: (turn) => insert(store, { ...newest(turn), name: name(`@bench/new-${RUN}-${turn}`) }),
    },
    {
      title: 'Publish of a new version',
      run: (turn) => insert(store, { ...newest(turn), version: version(`900.${RUN}.${turn}`) }),
    },
    { title: 'Publish of an existing version', run: (turn) => insert(store, newest(turn)) },
    {
      title: 'Yank',
      run: (turn) =>
        store.yankVersion({
          name: newest(turn).name.full,
          version: newest(turn).version,
          yankedAtMs: Date.now(),
          reason: undefined,
          yankedBy: 'benchmark',
          act: operatorActs('yank', Date.now()),
        }),
    },
    {
      title: 'New token',
      async run(turn) {
        const secret = randomBytes(32);
        const token = newToken(`bench-${turn}-${secret.toString('hex', 0, 4)}`);
        tokens.push(token);
        secrets.push(secret);
        await store.insertToken(token, secret, operatorActs('token-create', Date.now()));
      },
    },
    { title: 'Token of a request', run: (turn) => store.findTokenBySecret(at(secrets, turn)) },
    {
      title: 'Use of a token',
      run: (turn) => store.noteTokenUses([{ id: at(tokens, turn).id, usedAtMs: 3_600_000 * turn }]),
    },
    {
      title: 'Revocation',
      run: (turn) =>
        store.revokeToken(at(tokens, turn).id, Date.now(), operatorActs('token-revoke', Date.now())),
    },
    { title: 'Versions of a blob', run: (turn) => store.listVersionsOfBlob(newest(turn).sha256) },
    {
      title: 'Garbage: which of 64 blobs are referenced',
      run: (turn) =>
        store.whileUnreferenced(
          Array.from({ length: 64 }, (_, index) => newest(turn + index).sha256),
          async () => [],
        ),
    },
    { title: 'Export: a page of versions', run: (turn) => store.listWholeVersions(turn * 50, 20) },
    {
      title: 'Verify: blobs of a 65,536th',
      run: (turn) => store.listReferencedBlobs(hexOf(turn), hexOf(turn + 1)),
    },
  ];
  operations.push(
    ...listPageOperations(store, newest),
    ...listBrowseOperations(store, newest),
    ...listLogOperations(store, newest),
    ...listAtomOperations(store, newest),
  );
  for (const { title, queries, offset = 0 } of listQueryKinds(sample.slice(0, 50))) {
    operations.push({
      title: `Search: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      run: (turn) => store.search({ text: at(queries, turn), limit: 20, offset }),
    });
    operations.push({
      title: `Rich search: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
      run: (turn) => store.searchRich({ text: at(queries, turn), limit: 20, offset }),
    });
  }
  return operations;
}

/** Operations of pages and feeds. */
function listPageOperations(store: RegistryStore, newest: (turn: number) => NewVersion): Operation[] {
  const nameOf = (turn: number): string => newest(turn).name.full;
  return [
    { title: 'Latest publishes', run: () => store.listPublishes({}, 60) },
    {
      title: 'Latest publishes of a scope',
      run: (turn) => store.listPublishes({ scope: newest(turn).name.scope }, 60),
    },
    { title: 'Latest publishes of a Prime', run: (turn) => store.listPublishes({ name: nameOf(turn) }, 60) },
    { title: 'Primes of a scope', run: (turn) => store.listPrimesOf(newest(turn).name.scope, '', 50) },
    { title: 'Versions for a page', run: (turn) => store.listVersionSummaries(nameOf(turn)) },
    { title: 'README', run: (turn) => store.findReadme(nameOf(turn), newest(turn).version) },
    {
      title: 'Downloads counted',
      run: (turn) =>
        store.addDownloads([
          { name: nameOf(turn), identity: newest(turn).version.identity, day: turn, downloads: 1 },
        ]),
    },
    { title: 'Downloads for a page', run: (turn) => store.sumDownloads(nameOf(turn), 0) },
  ];
}

/** Operations of the lists of all Primes and scopes. */
function listBrowseOperations(store: RegistryStore, newest: (turn: number) => NewVersion): Operation[] {
  const nameOf = (turn: number): string => newest(turn).name.full;
  const browse = (order: PrimeOrder, offset: number): Operation => ({
    title: `All Primes by ${order}, ${offset === 0 ? 'first page' : `after ${offset}`}`,
    run: () => store.browse({ order, filters: {}, from: '', limit: 50, offset }),
  });
  return [
    ...PRIME_ORDERS.flatMap((order) => [browse(order, 0), browse(order, 10_000)]),
    {
      title: 'All Primes by name, from a letter',
      run: (turn) => store.browse({ order: 'name', filters: {}, from: nameOf(turn), limit: 50, offset: 0 }),
    },
    {
      title: 'Scopes by name',
      run: () => store.listScopes({ order: 'name', from: '', limit: 50, offset: 0 }),
    },
    {
      title: 'Scopes by size',
      run: () => store.listScopes({ order: 'versions', from: '', limit: 50, offset: 0 }),
    },
    { title: 'Totals', run: () => store.countAmounts() },
    { title: 'Primes for a copy', run: (turn) => store.listPrimes(undefined, nameOf(turn), 100) },
    { title: 'Primes of a scope, counted', run: (turn) => store.countPrimesOf(newest(turn).name.scope) },
    { title: 'Suggestions', run: (turn) => store.suggest(nameOf(turn).split('/')[1]?.slice(0, 4) ?? '') },
  ];
}

/** Operations of the transparency log and of the feed of changes. */
function listLogOperations(store: RegistryStore, newest: (turn: number) => NewVersion): Operation[] {
  return [
    { title: 'Head of the log', run: () => store.readLogHead() },
    { title: 'Changes: a page of 1000', run: (turn) => store.listLogEntries(turn * 50, 1000) },
    {
      title: 'Entry of a version',
      run: (turn) => store.findLoggedVersion(newest(turn).name.full, newest(turn).version),
    },
  ];
}

/** Operations on atoms. */
function listAtomOperations(store: RegistryStore, newest: (turn: number) => NewVersion): Operation[] {
  const atomsVersion = version(`901.${RUN}.0`);
  const inventoryOf = (turn: number) => generateInventory(newest(turn).name.full, ATOMS);
  const atomOf = (turn: number): string => inventoryOf(turn).atoms[turn % ATOMS]?.id ?? '';
  const nameOf = (turn: number): string => newest(turn).name.full;
  return [
    {
      title: `Publish with ${ATOMS} atoms`,
      run: (turn) => insert(store, { ...newest(turn), version: atomsVersion, inventory: inventoryOf(turn) }),
    },
    { title: 'Inventory of a version', run: (turn) => store.findInventory(nameOf(turn), atomsVersion) },
    {
      title: 'Atoms of a version',
      run: (turn) => store.listAtoms(nameOf(turn), atomsVersion, { limit: 50, offset: 0 }),
    },
    { title: 'An atom', run: (turn) => store.findAtom(nameOf(turn), atomsVersion, atomOf(turn)) },
    {
      title: 'Graph of a version',
      run: (turn) => Array.fromAsync(store.readGraphRows(nameOf(turn), atomsVersion)),
    },
    { title: 'Where an atom is known', run: (turn) => store.listAtomHomes(atomOf(turn)) },
    {
      title: 'Which atoms are known',
      run: (turn) => store.findKnownAtoms(inventoryOf(turn).atoms.map(({ id }) => id)),
    },
    {
      title: 'Versions whose atoms are not indexed',
      run: (turn) => store.listUnreadVersions(turn * 50, 500),
    },
  ];
}

async function insert(store: RegistryStore, newVersion: NewVersion): Promise<void> {
  await store.insertVersion(newVersion, async () => undefined);
}

function newToken(id: string): TokenRecord {
  return {
    id,
    name: 'benchmark',
    permissions: ['publish'],
    scopes: ['@bench'],
    createdAtMs: Date.now(),
    expiresAtMs: undefined,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
  };
}

function name(text: string): NewVersion['name'] {
  return getValue(parsePrimeName(text));
}

function version(text: string): NewVersion['version'] {
  return getValue(parseVersion(text));
}

function hexOf(turn: number): string {
  return (turn % 0xffff).toString(16).padStart(4, '0');
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there are no items');
  return item;
}
