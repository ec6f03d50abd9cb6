// Who may import whom: the layering of docs/architecture.md as two tables, and the one place that changes it.
// A place is a file or folder without `packages/` or `testing/` and `src/`: packages/server/src/http/x.ts is server/http/x.ts.

/** What the files of one place may import from the rest of the workspace. A file must obey every rule it is under. */
export interface LayerRule {
  /** The folder whose files are bound; what lies within it may always import each other. */
  readonly layer: string;
  /** If given, the only places it may import from. */
  readonly only?: readonly string[];
  /** Places it may not import from at all. */
  readonly never?: readonly string[];
  /** Places of which it may know the interfaces: `import type`, nothing that is there at run time. */
  readonly typesOnly?: readonly string[];
  /** If given, the only modules of Node itself that it may use. */
  readonly builtins?: readonly string[];
  /** If given, the only libraries that it may use. */
  readonly libraries?: readonly string[];
}

const STORE_AND_BLOBS = ['store', 'blobs'];
const SHARED = ['protocol', 'archive', 'atoms', 'concurrency', 'secret-scan'];

/** The layers. `testkit` is in no row: it may reach everything, through each package's door. */
export const LAYER_RULES: readonly LayerRule[] = [
  // Pure: node:crypto is for hashing, all else that Node offers is I/O or not needed.
  { layer: 'protocol', only: [], builtins: ['node:crypto'] },
  // What happens at the same time, for any package: it knows nothing about Primes, and no I/O.
  { layer: 'concurrency', only: [], builtins: [] },
  { layer: 'archive', only: ['protocol'] },
  // Pure, for browsers as well: nothing of Node.
  { layer: 'atoms', only: ['protocol'], builtins: [] },
  // Pure, as atoms.
  { layer: 'secret-scan', only: ['protocol'], builtins: [] },
  { layer: 'client', only: ['protocol'] },
  // Parses and prints for commands: it knows nothing about Primes.
  { layer: 'command-line', only: [], builtins: ['node:util'] },
  { layer: 'cli', only: ['client', 'command-line', ...SHARED] },
  // Shares no code with what it judges, so that a shared mistake cannot hide.
  { layer: 'conformance', only: [] },
  // The store and the blobs know neither HTTP nor each other.
  { layer: 'store', only: ['protocol', 'atoms'] },
  // History: what a migration does may not change when the program does.
  { layer: 'store/migrations', only: [], builtins: [], libraries: ['kysely'] },
  { layer: 'blobs', only: ['protocol', 'concurrency'] },
  // Pages are pure functions: of the store they know the records.
  { layer: 'web', only: ['protocol', 'atoms', 'concurrency'], typesOnly: ['store'] },
  { layer: 'server', only: [...SHARED, 'client', 'command-line', 'store', 'blobs', 'web'] },
  // Judges the server by a model of its own: no code of the server may have a say in what is right.
  { layer: 'chaos', only: ['testkit'] },
  { layer: 'fuzz', only: ['testkit', ...SHARED, 'server'] },

  // Inside the server, from the bottom up.
  {
    layer: 'server/config',
    only: [...SHARED, 'command-line'],
    typesOnly: [...STORE_AND_BLOBS, 'server/actions', 'server/mirror'],
  },
  { layer: 'server/metrics', only: ['protocol'], typesOnly: [...STORE_AND_BLOBS, 'server/config'] },
  { layer: 'server/actions', only: SHARED, typesOnly: STORE_AND_BLOBS },
  {
    layer: 'server/mirror',
    only: [...SHARED, 'client', 'server/actions'],
    typesOnly: STORE_AND_BLOBS,
  },
  ...['evict', 'lists', 'metrics', 'pull', 'search', 'sync'].map((folder) => ({
    layer: `server/mirror/${folder}`,
    never: ['client'],
  })),
  {
    layer: 'server/backup',
    never: ['server/http', 'server/routes', 'server/mirror', 'server/commands', 'web'],
  },
  {
    layer: 'server/http',
    only: [...SHARED, 'web', 'server/actions'],
    typesOnly: [...STORE_AND_BLOBS, 'server/config', 'server/metrics', 'server/mirror'],
  },
  {
    layer: 'server/routes',
    only: [...SHARED, 'web', 'server/http', 'server/actions', 'server/mirror'],
    typesOnly: [...STORE_AND_BLOBS, 'server/metrics'],
  },
  // Constructs everything below the commands.
  { layer: 'server/wiring', never: ['server/commands', 'server/backup'] },
  { layer: 'server/commands', never: ['server/http', 'server/routes', 'web'] },
];

/** A library that only some places may import, types included. */
export interface ConfinedLibrary {
  /** The specifier, which covers its subpaths; with a `/` at its end, a whole scope. */
  readonly library: string;
  readonly only: readonly string[];
}

const HTTP = ['server/http', 'server/routes', 'server/wiring'];

/** Where each library stays. The first row that matches counts. */
export const CONFINED_LIBRARIES: readonly ConfinedLibrary[] = [
  { library: 'kysely', only: ['store'] },
  { library: 'node:sqlite', only: ['store'] },
  { library: 'pg', only: ['store/postgres', 'store/test', 'testkit/postgres'] },
  { library: 'undici', only: ['server/mirror/upstreams'] },
  { library: 'markdown-it', only: ['web'] },
  { library: 'd3-force', only: ['web/graph'] },
  { library: 'playwright-core', only: ['testkit/browser', 'server/test'] },
  { library: 'axe-core', only: ['testkit/browser'] },
  { library: '@aws-sdk/', only: ['blobs/s3', 'testkit/s3'] },
  { library: 'prom-client', only: ['server/metrics', 'server/mirror/metrics'] },
  { library: '@fastify/', only: HTTP },
  { library: 'fastify', only: HTTP },
];
