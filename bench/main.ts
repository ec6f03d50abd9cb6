// `npm run bench`: compares this registry with others. `npm run bench -- <name>` runs another benchmark.
import { UsageError } from './flags.ts';

/** Runs a benchmark with these arguments. @throws UsageError */
type RunBenchmark = (args: readonly string[]) => Promise<void>;

interface Entry {
  /** What it measures. */
  readonly summary: string;
  /** Its flags. */
  readonly flags: string;
  readonly load: () => Promise<RunBenchmark>;
}

const COMPARE = 'compare';

const BENCHMARKS: Readonly<Record<string, Entry>> = {
  [COMPARE]: {
    summary: 'this registry, other registries, a bare server and nginx (the default)',
    flags: '[--rounds n] [--seconds n] [--only case,…] [--peers peer,…] [--json file] [--write file]',
    load: async () => (await import('./benchmarks/compare.ts')).compare,
  },
  atoms: {
    summary: 'reading and publishing a Prime of 900 atoms',
    flags: '[--database url]',
    load: async () => (await import('./benchmarks/atoms.ts')).measureAtoms,
  },
  connections: {
    summary: 'reads next to a thousand idle connections and a hundred slow ones',
    flags: '[--seconds n]',
    load: async () => (await import('./benchmarks/connections.ts')).measureConnections,
  },
  documents: {
    summary: 'documents of Primes with 900 and 10,000 atoms, and how long others wait',
    flags: '',
    load: async () => (await import('./benchmarks/documents.ts')).measureDocuments,
  },
  context: {
    summary: 'which atoms are in a context for a task, next to a search within the same tokens',
    flags: '',
    load: async () => (await import('./benchmarks/context.ts')).measureContext,
  },
  exchange: {
    summary: 'exchanges of identity tokens, and publishes with what they give out',
    flags: '[--exchanges n] [--rounds n]',
    load: async () => (await import('./benchmarks/exchange.ts')).measureExchange,
  },
  idle: {
    summary: 'processor time of a registry that nobody asks anything',
    flags: '[--seconds n]',
    load: async () => (await import('./benchmarks/idle.ts')).measureIdle,
  },
  guard: {
    summary:
      'whether the five figures that matter still have their share of a bare program, in three minutes',
    flags: '[--rounds n]',
    load: async () => (await import('./benchmarks/guard.ts')).guard,
  },
  import: {
    summary: 'moving a registry into PostgreSQL and S3 while it serves',
    flags: '[--primes n]',
    load: async () => (await import('./benchmarks/import.ts')).measureImport,
  },
  install: {
    summary: 'installing 200 Primes, compared with npm and pnpm, and over a slow link',
    flags: '[--rounds n] [--primes n] [--tarballs folder]',
    load: async () => (await import('./benchmarks/install.ts')).measureInstall,
  },
  'install-log': {
    summary: 'installing 20 new Primes, with the proofs of the transparency log and without',
    flags: '[--rounds n] [--primes n] [--other folder]',
    load: async () => (await import('./benchmarks/install-log.ts')).measureInstallLog,
  },
  log: {
    summary: 'proofs of the transparency log, and what of it is answered from memory',
    flags: '[--entries n] [--rounds n] [--seconds n]',
    load: async () => (await import('./benchmarks/log.ts')).measureLog,
  },
  'log-verify': {
    summary: 'time and memory of `prime log verify` for a log of a million entries',
    flags: '[--primes n] [--rounds n]',
    load: async () => (await import('./benchmarks/log-verify.ts')).measureLogVerify,
  },
  mcp: {
    summary: 'reads of agents over the Model Context Protocol, next to plain reads',
    flags: '[--rounds n] [--seconds n] [--clients n]',
    load: async () => (await import('./benchmarks/mcp.ts')).measureMcp,
  },
  memory: {
    summary: 'memory for large tarballs, and the time to start',
    flags: '',
    load: async () => (await import('./benchmarks/memory.ts')).measureMemory,
  },
  mirror: {
    summary: 'reads of mirrored versions, and of versions that are not mirrored yet',
    flags: '[--rounds n] [--seconds n]',
    load: async () => (await import('./benchmarks/mirror.ts')).measureMirror,
  },
  pages: {
    summary: 'what each page costs, made for the first time and kept',
    flags: '[--primes n] [--reads n]',
    load: async () => (await import('./benchmarks/pages.ts')).measurePages,
  },
  pipelining: {
    summary: 'memory, and how long others wait, while clients send thousands of requests ahead',
    flags: '[--seconds n]',
    load: async () => (await import('./benchmarks/pipelining.ts')).measurePipelining,
  },
  'publish-log': {
    summary: 'publishes with the transparency log, without its signatures, and before it',
    flags: '[--rounds n] [--other folder] [--database postgres] [--replicas n]',
    load: async () => (await import('./benchmarks/publish-log.ts')).measurePublishLog,
  },
  'publish-text': {
    summary: 'publishes of much text, next to those of 10 KB',
    flags: '[--rounds n] [--other folder]',
    load: async () => (await import('./benchmarks/publish-text.ts')).measurePublishText,
  },
  resolve: {
    summary: 'resolving a Prime that leads to a thousand others',
    flags: '[--primes n] [--rounds n]',
    load: async () => (await import('./benchmarks/resolve.ts')).measureResolve,
  },
  scale: {
    summary: 'queries, pages and commands in a large registry and in a hundredth of it',
    flags:
      '[--primes n] [--versions n] [--atoms n] [--database postgres|sqlite] [--turns n] [--seconds n] [--write file]',
    load: async () => (await import('./benchmarks/scale.ts')).measureScale,
  },
  'search-inside': {
    summary: 'searches of READMEs and atoms among 100,000 Primes',
    flags: '[--primes n] [--rounds n] [--database postgres|sqlite]',
    load: async () => (await import('./benchmarks/search-inside.ts')).measureSearchInside,
  },
  shapes: {
    summary: 'very many versions, atoms, Primes of a scope, scopes, and readers',
    flags: '[--database postgres|sqlite] [--only shape,…] [--divide n] [--turns n] [--write file]',
    load: async () => (await import('./benchmarks/shapes.ts')).measureShapes,
  },
  simulate: {
    summary:
      'what a very large registry in several regions needs; with --check, the model next to this machine',
    flags: '[--check yes] [--seconds n] [--seed n] [--write file] [--<input> n]',
    load: async () => (await import('./benchmarks/simulate.ts')).simulate,
  },
  start: {
    summary: 'starts of the server and the commands: packages, the clone, programs in one file',
    flags: '[--rounds n] [--tarballs folder] [--programs folder]',
    load: async () => (await import('./benchmarks/start.ts')).measureStart,
  },
  tree: {
    summary: 'the Merkle tree of the transparency log, without a database',
    flags: '[--leaves n]',
    load: async () => (await import('./benchmarks/tree.ts')).measureTree,
  },
};

const [first = COMPARE, ...rest] = process.argv.slice(2);
const [name, args] = first.startsWith('-') ? [COMPARE, [first, ...rest]] : [first, rest];
const benchmark = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
try {
  if (benchmark === undefined) throw new UsageError(`There is no benchmark '${name}'.`);
  const run = await benchmark.load();
  await run(args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(
    `${error.message}\n\n${benchmark === undefined ? listBenchmarks() : usageOf(name, benchmark)}`,
  );
  process.exitCode = 3;
}

function usageOf(of: string, { flags }: Entry): string {
  return `Usage: npm run bench -- ${of} ${flags}`;
}

function listBenchmarks(): string {
  const lines = Object.entries(BENCHMARKS).map(([each, { summary, flags }]) =>
    `  ${each.padEnd(12)} ${summary}\n${' '.repeat(15)}${flags}`.trimEnd(),
  );
  return ['Benchmarks:', ...lines].join('\n');
}
