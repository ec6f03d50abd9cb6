// The layer rules of docs/architecture.md as two tables: who may import whom. A layer is a path without
// `packages/`, `testing/` and `src/`: packages/server/src/http/x.ts is server/http/x.ts.

/** What the files of one layer may import from the workspace. All rules that match a file apply. */
export interface LayerRule {
  /** The folder of the layer. Its files may always import each other. */
  readonly layer: string;
  /** If given, the only layers it may import from. */
  readonly only?: readonly string[];
  /** Layers it must not import from. */
  readonly never?: readonly string[];
  /** Layers from which it may import only types. */
  readonly typesOnly?: readonly string[];
  /** If given, the only Node.js modules it may use. */
  readonly builtins?: readonly string[];
  /** If given, the only libraries it may use. */
  readonly libraries?: readonly string[];
}

const STORE_AND_BLOBS = ['store', 'blobs'];
const SHARED = [
  ...['protocol', 'archive', 'atoms', 'concurrency', 'threads', 'secret-scan', 'lint', 'tlog'],
  ...['identity', 'sshsig', 'knowledge'],
];

/** The layers. `testkit` has no row: it may import all packages by their entry points. */
export const LAYER_RULES: readonly LayerRule[] = [
  // Pure: node:crypto only for hashing, no I/O.
  { layer: 'protocol', only: [], builtins: ['node:crypto'] },
  // Concurrency for any package: without Primes and I/O.
  { layer: 'concurrency', only: [], builtins: [] },
  // Threads for any package: without Primes.
  {
    layer: 'threads',
    only: ['concurrency'],
    builtins: ['node:module', 'node:os', 'node:path', 'node:worker_threads'],
  },
  // Transparency logs for any package: without Primes and I/O, also for browsers.
  { layer: 'tlog', only: [], builtins: [], libraries: [] },
  // Verifies identity tokens: without I/O.
  { layer: 'identity', only: ['protocol'], builtins: ['node:crypto'], libraries: ['jose'] },
  // Signatures with SSH keys: without I/O.
  { layer: 'sshsig', only: ['protocol'], builtins: ['node:crypto'], libraries: [] },
  // What agents read, as atoms.
  { layer: 'knowledge', only: ['protocol', 'atoms', 'concurrency'], builtins: [] },
  // Tools as a server of the Model Context Protocol.
  { layer: 'mcp', only: ['protocol', 'knowledge'] },
  // Outbound HTTP for any package: without Primes.
  { layer: 'network', only: [] },
  { layer: 'archive', only: ['protocol'] },
  // Pure, also for browsers: no API of Node.js.
  { layer: 'atoms', only: ['protocol'], builtins: [] },
  // Pure, as atoms.
  { layer: 'lint', only: ['protocol', 'atoms'], builtins: [] },
  // Pure, as atoms.
  { layer: 'secret-scan', only: ['protocol'], builtins: [] },
  { layer: 'client', only: ['concurrency', 'protocol', 'tlog'] },
  // Parses and prints for commands; of the protocol, only which characters are hidden.
  { layer: 'command-line', only: ['protocol'], builtins: ['node:util'] },
  // How a command starts, before anything else is loaded.
  {
    layer: 'launch',
    only: [],
    libraries: [],
    builtins: ['node:fs', 'node:module', 'node:os', 'node:path', 'node:url'],
  },
  { layer: 'cli', only: ['client', 'command-line', 'launch', 'mcp', 'network', ...SHARED] },
  // Shares no code with what it tests, so that a shared mistake cannot hide: only how a command starts.
  { layer: 'conformance', only: ['launch'] },
  // The store and the blobs know neither HTTP nor each other.
  {
    layer: 'store',
    only: ['protocol', 'atoms', 'lint', 'concurrency', 'tlog'],
    typesOnly: ['identity'],
  },
  // A migration must not change when other code does.
  { layer: 'store/migrations', only: [], builtins: ['node:zlib'], libraries: ['kysely'] },
  { layer: 'blobs', only: ['protocol', 'concurrency'] },
  // Pages are pure functions of records of the store.
  { layer: 'web', only: ['protocol', 'atoms', 'lint', 'concurrency'], typesOnly: ['store'] },
  {
    layer: 'server',
    only: [...SHARED, 'client', 'command-line', 'launch', 'mcp', 'network', 'store', 'blobs', 'web'],
  },
  // Checks the server against its own model, without code of the server. The suite reads logs without it, too.
  { layer: 'chaos', only: ['testkit', 'conformance'] },
  { layer: 'attack', only: ['testkit'] },
  { layer: 'fuzz', only: ['testkit', ...SHARED, 'server'] },

  // Inside the server, from the bottom up.
  {
    layer: 'server/config',
    only: [...SHARED, 'command-line', 'network'],
    typesOnly: [...STORE_AND_BLOBS, 'server/actions', 'server/mirror', 'server/tasks'],
  },
  { layer: 'server/metrics', only: ['protocol'], typesOnly: [...STORE_AND_BLOBS, 'server/config'] },
  // Which addresses are private: for those who connect, and those who listen.
  { layer: 'server/addresses', only: [], builtins: ['node:net'] },
  // Requests that leave: only to hosts that the operator has configured.
  { layer: 'server/outbound', only: ['network', 'server/addresses'] },
  // What worker threads run: without I/O. Of the client, only how a list is read.
  { layer: 'server/tasks', only: [...SHARED, 'client', 'store', 'web'] },
  { layer: 'server/actions', only: [...SHARED, 'server/tasks'], typesOnly: STORE_AND_BLOBS },
  {
    layer: 'server/mirror',
    only: [
      ...SHARED,
      ...['client', 'network', 'server/actions', 'server/outbound', 'server/signing', 'server/tasks'],
    ],
    typesOnly: STORE_AND_BLOBS,
  },
  ...['evict', 'lists', 'metrics', 'pull', 'rebind', 'search', 'sync'].map((folder) => ({
    layer: `server/mirror/${folder}`,
    never: ['client'],
  })),
  // Keys and signatures, without files.
  { layer: 'server/signing', only: ['protocol', 'tlog'], builtins: ['node:crypto'] },
  {
    layer: 'server/log',
    only: ['protocol', 'concurrency', 'tlog', 'server/signing'],
    typesOnly: STORE_AND_BLOBS,
  },
  // The keys of issuers, for the exchange of tokens.
  {
    layer: 'server/exchange',
    only: [...SHARED, 'server/outbound'],
    typesOnly: STORE_AND_BLOBS,
  },
  // Tells others of changes.
  {
    layer: 'server/events',
    only: [...SHARED, 'server/outbound'],
    typesOnly: STORE_AND_BLOBS,
  },
  // Witnesses, in both directions.
  {
    layer: 'server/witness',
    only: [...SHARED, 'server/outbound', 'server/signing', 'server/log'],
    typesOnly: STORE_AND_BLOBS,
  },
  {
    layer: 'server/backup',
    never: ['server/http', 'server/routes', 'server/mirror', 'server/commands', 'web'],
  },
  {
    layer: 'server/http',
    only: [...SHARED, 'web', 'server/actions', 'server/addresses', 'server/tasks'],
    typesOnly: [...STORE_AND_BLOBS, 'server/config', 'server/metrics', 'server/mirror'],
  },
  // Knowledge for agents, of this registry and of those behind it.
  {
    layer: 'server/knowledge',
    only: [...SHARED, 'server/actions', 'server/tasks', 'server/mirror'],
    typesOnly: STORE_AND_BLOBS,
  },
  {
    layer: 'server/routes',
    only: [
      ...SHARED,
      ...['mcp', 'web', 'server/http', 'server/actions', 'server/knowledge', 'server/tasks', 'server/mirror'],
    ],
    typesOnly: [...STORE_AND_BLOBS, 'server/metrics', 'server/log', 'server/witness'],
  },
  // Constructs everything below the commands.
  { layer: 'server/wiring', never: ['server/commands', 'server/backup'] },
  { layer: 'server/commands', never: ['server/http', 'server/routes', 'web'] },
];

/** A library that only some layers may import, types included. */
export interface ConfinedLibrary {
  /** The specifier, including its subpaths. A whole scope ends in `/`. */
  readonly library: string;
  readonly only: readonly string[];
}

const HTTP = ['server/http', 'server/routes', 'server/wiring'];

/** Where each library may be imported. The first matching row counts. */
export const CONFINED_LIBRARIES: readonly ConfinedLibrary[] = [
  { library: 'kysely', only: ['store'] },
  // Chaos compares what a mirror counts with its rows, without the registry.
  { library: 'node:sqlite', only: ['store', 'chaos/mirror'] },
  { library: 'pg', only: ['store/postgres', 'store/test', 'testkit/postgres'] },
  { library: 'undici', only: ['network'] },
  { library: 'markdown-it', only: ['web', 'knowledge/test'] },
  { library: 'markdown-it-footnote', only: ['web/parts/markdown'] },
  { library: 'highlight.js', only: ['web/parts/markdown'] },
  { library: '@modelcontextprotocol/', only: ['mcp', 'server/test', 'cli/test'] },
  { library: 'd3-force', only: ['web/graph'] },
  { library: 'playwright-core', only: ['testkit/browser', 'server/test'] },
  { library: 'axe-core', only: ['testkit/browser'] },
  { library: '@aws-sdk/', only: ['blobs/s3', 'testkit/s3'] },
  { library: 'prom-client', only: ['server/metrics', 'server/mirror/metrics'] },
  { library: '@fastify/', only: HTTP },
  { library: 'fastify', only: HTTP },
];
