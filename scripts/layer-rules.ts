// Who may import whom: the layering of docs/architecture.md as two tables, and the one place that changes it.
// A place is a file or folder without `packages/` and `src/`: packages/server/src/store/x.ts is server/store/x.ts.

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
}

const PARTS = ['server/store', 'server/blobs', 'server/upstreams'];
const ABOVE_PARTS = ['server/http', 'server/routes', 'server/pages', 'server/actions'];

/** The layers. `testkit` is in no row: it may reach everything, through each package's door. */
export const LAYER_RULES: readonly LayerRule[] = [
  // Pure: node:crypto is for hashing, whatever else Node offers is I/O or not needed.
  { layer: 'protocol', only: [], builtins: ['node:crypto'] },
  { layer: 'archive', only: ['protocol'] },
  // Pure, for browsers as well: nothing of Node.
  { layer: 'atoms', only: ['protocol'], builtins: [] },
  { layer: 'client', only: ['protocol'] },
  { layer: 'command-line', only: [], builtins: ['node:util'] },
  { layer: 'cli', only: ['client', 'archive', 'atoms', 'protocol', 'command-line'] },
  // Shares nothing with what it judges, so that a shared mistake cannot hide.
  { layer: 'conformance', only: [] },
  { layer: 'server', only: ['protocol', 'archive', 'atoms', 'client'] },
  // Judges the server by a model of its own: none of the server's code may have a say in what is right.
  { layer: 'chaos', only: ['testkit'] },
  { layer: 'fuzz', only: ['testkit', 'protocol', 'archive', 'atoms', 'server'] },
  { layer: 'server/actions', only: ['protocol', 'archive', 'atoms'], typesOnly: PARTS },
  { layer: 'server/backup', never: ['server/http', 'server/routes', 'server/pages', 'server/commands'] },
  { layer: 'server/routes', typesOnly: PARTS, never: ['client'] },
  { layer: 'server/pages', typesOnly: PARTS, never: ['client'] },
  { layer: 'server/store', never: ['server/blobs', 'server/upstreams', 'client', ...ABOVE_PARTS] },
  { layer: 'server/blobs', never: ['server/store', 'server/upstreams', 'client', ...ABOVE_PARTS] },
  { layer: 'server/upstreams', never: ['server/store', 'server/blobs', ...ABOVE_PARTS] },
];

/** A library that only some places may import, types included. */
export interface ConfinedLibrary {
  /** The specifier, which covers its subpaths; with a `/` at its end, a whole scope. */
  readonly library: string;
  readonly only: readonly string[];
}

const HTTP = ['server/http', 'server/routes', 'server/build-server.ts'];

/** Where each library stays. The first row that matches counts. */
export const CONFINED_LIBRARIES: readonly ConfinedLibrary[] = [
  { library: 'kysely', only: ['server/store'] },
  { library: 'node:sqlite', only: ['server/store'] },
  { library: 'undici', only: ['server/upstreams'] },
  { library: 'pg', only: ['server/store', 'testkit/postgres'] },
  { library: 'markdown-it', only: ['server/pages'] },
  { library: 'playwright-core', only: ['testkit/browser', 'server/test'] },
  { library: 'axe-core', only: ['testkit/browser'] },
  { library: '@aws-sdk/', only: ['server/blobs/s3', 'testkit/s3'] },
  { library: '@fastify/busboy', only: ['server/http'] },
  { library: '@fastify/', only: HTTP },
  { library: 'fastify', only: HTTP },
];
