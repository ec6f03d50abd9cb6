// `npm test`, `npm run test:quick` and `npm run test:changed`: selects test files and runs them with the
// Node.js test runner.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleClone } from '../clone-bundle/bundle-clone.ts';
import { listSourceFiles, listWorkspacePackages } from '../layers/source-tree.ts';
import { groupTests } from './group-tests.ts';
import { runInGroup } from './run-in-group.ts';
import { classifyTests, needS3Server, selectQuickTests, selectTestsOf } from './select-tests.ts';

const ROOT = join(import.meta.dirname, '../..');
/** That of preload.mjs, also for the processes that tests start from sources. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/node');
const MIN_MEMORY_BYTES = 4 * 2 ** 30;
/** Two more than cores, because many tests wait for processes and for retries. */
const PROCESSES = availableParallelism() + 2;
/** Ends a group of test files that hangs in a loop; no group comes near it, even when the machine has other work. */
const GROUP_TIMEOUT_MS = 3_000_000;
/** Fewer test files that start processes start the sources: a build would take longer. */
const MIN_TESTS_FOR_BUILD = 10;
const USAGE = `Usage: node scripts/tests/run-tests.ts <all [text …] | quick | changed [commit]> [options of node --test]

  all       all tests, or those whose path contains one of the texts
  quick     tests that start no registry, process, database server, bucket or browser
  changed   tests that the changes since a commit can affect (default HEAD)
`;

const [selection, ...rest] = process.argv.slice(2);
const words = rest.filter((argument) => !argument.startsWith('-'));
const runnerOptions = rest.filter((argument) => argument.startsWith('-'));

const files = listSourceFiles('{packages,testing,scripts,bench}/**/*.{ts,js,mjs}');
const packages = listWorkspacePackages();
const tests = select();
if (tests === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else if (tests.length === 0) {
  console.log('No test matches.');
} else {
  process.exitCode = await run(tests);
}

function select(): string[] | undefined {
  const all = files.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  if (selection === 'all')
    return words.length === 0 ? all : all.filter((path) => words.some((word) => path.includes(word)));
  if (selection === 'quick') return selectQuickTests(files, packages);
  if (selection === 'changed') return selectTestsOf(listChanged(words[0] ?? 'HEAD'), files, packages);
  return undefined;
}

/** Paths that differ from the commit, including untracked ones. */
function listChanged(commit: string): string[] {
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.split('\n').filter((line) => line !== '');
  };
  return [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
}

async function run(tests: readonly string[]): Promise<number> {
  const seed = process.env.PROPERTY_SEED || String(randomInt(2 ** 29));
  console.log(`${tests.length} test files, PROPERTY_SEED=${seed}`);
  const args = [
    // Many short test files run at once: helpers of the garbage collector only take processor time from each other.
    '--single-threaded-gc',
    // A heap that begins small is looked at again and again while it grows, for nothing: a group needs 100 MB and more.
    ...['--initial-heap-size=512', '--min-semi-space-size=32'],
    // Otherwise 64 MB of buffers, which tests of large bodies make and drop, cause a full collection.
    '--external-memory-accounted-in-global-limit',
    ...['--import', './scripts/preload.mjs', '--import', './scripts/tests/test-context.ts'],
    ...['--import', './scripts/tests/program-threads.ts'],
    ...['--test', `--test-timeout=${GROUP_TIMEOUT_MS}`],
    `--test-concurrency=${PROCESSES}`,
    ...(needS3Server(tests, files, packages) ? ['--test-global-setup=scripts/tests/s3-setup.ts'] : []),
    ...runnerOptions,
  ];
  const programs = await findPrograms(tests);
  const folder = mkdtempSync(join(findTemporaryFolder(), 'prime-registry-tests-'));
  // PostgreSQL does not run as root: its user must be able to reach this folder.
  chmodSync(folder, 0o711);
  const commands = join(folder, 'commands');
  mkdirSync(commands);
  try {
    const groups = groupTests(tests, files, packages, PROCESSES).map((group, index) =>
      // The runner sorts the files by name.
      writeGroup(folder, `group-${String(index + 1).padStart(3, '0')}`, group),
    );
    return await runInGroup(process.execPath, [...args, ...groups], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...programs,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        PROPERTY_SEED: seed,
        TMPDIR: folder,
        TEST_POSTGRES_CLUSTER: join(folder, 'postgres-cluster'),
        TEST_COMMANDS: commands,
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The programs for tests that start processes: a bundled one starts in half the processor time of its sources, and it is what users
 * install. For coverage, these start the sources.
 */
async function findPrograms(tests: readonly string[]): Promise<{ TEST_PROGRAMS?: string }> {
  const starts = classifyTests(files, packages);
  const count = tests.filter((test) => starts.get(test) === 'processes').length;
  const isForCoverage = runnerOptions.includes('--experimental-test-coverage');
  if (isForCoverage || count < MIN_TESTS_FOR_BUILD) return {};
  const bundle = await bundleClone();
  return bundle === undefined ? {} : { TEST_PROGRAMS: bundle };
}

/** Writes the module that runs a group of test files in one process. @returns its path */
function writeGroup(folder: string, name: string, tests: readonly string[]): string {
  const path = join(folder, `${name}.test.mjs`);
  const runTogether = pathToFileURL(join(import.meta.dirname, 'run-together.ts')).href;
  writeFileSync(
    path,
    `import { runTogether } from ${JSON.stringify(runTogether)};\n` +
      `runTogether(${JSON.stringify(tests, undefined, 2)});\n`,
  );
  return path;
}

/** A large file system in memory, if there is one, because the tests create and sync thousands of files. */
function findTemporaryFolder(): string {
  const inMemory = '/dev/shm';
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= MIN_MEMORY_BYTES ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
