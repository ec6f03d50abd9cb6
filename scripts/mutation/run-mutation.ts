// `npm run mutation`: changes the code in small ways (mutants) and reports each change that no test notices.
import { globSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { listSourceFiles, listWorkspacePackages } from '../layers/source-tree.ts';
import { buildImportGraph, listNeeded } from '../tests/import-graph.ts';
import { MUTATION_PACKAGES, type MutationPackage } from './mutation-packages.ts';

const REPORT_FOLDER = 'mutation-report';
const USAGE = `Usage: npm run mutation -- [package] [source files…] [--near] [--concurrency <processes>] [--fresh]

  package          one of ${Object.keys(MUTATION_PACKAGES).join(', ')}; all of them by default
  source files     the files to mutate; by default all of the package
  --near           only run the tests in the folders that mirror those of the source files: faster and stricter
  --concurrency    test processes at a time; by default one for each core, less one
  --fresh          test every mutant; by default results of the last run are reused where code and tests are unchanged
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    near: { type: 'boolean', default: false },
    concurrency: { type: 'string' },
    fresh: { type: 'boolean', default: false },
  },
});

// All mutants get the same inputs, so that results do not depend on chance.
process.env.PROPERTY_RUNS ??= '30';
process.env.PROPERTY_SEED ??= '1';

const [name, ...sources] = positionals;
const chosen = name === undefined ? MUTATION_PACKAGES : pick(name);
if (chosen === undefined || !/^[1-9]?\d?$/.test(values.concurrency ?? '')) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  for (const [each, mutationPackage] of Object.entries(chosen)) await mutate(each, mutationPackage);
}

function pick(name: string): Readonly<Record<string, MutationPackage>> | undefined {
  const found = MUTATION_PACKAGES[name];
  return found === undefined ? undefined : { [name]: found };
}

async function mutate(name: string, mutationPackage: MutationPackage): Promise<void> {
  const { folder, sourceFiles } = mutationPackage;
  const report = join(REPORT_FOLDER, name);
  await new Stryker({
    mutate: sources.length > 0 ? sources : [...sourceFiles],
    testRunner: 'tap',
    plugins: [import.meta.resolve('@stryker-mutator/tap-runner')],
    tap: {
      testFiles: listTests(mutationPackage),
      nodeArgs: [
        '-r',
        '{{hookFile}}',
        '--import',
        './scripts/preload.mjs',
        '--import',
        './scripts/mutation/return-to-folder.mjs',
        '--test-reporter=tap',
        '{{testFile}}',
      ],
      forceBail: true,
    },
    coverageAnalysis: 'perTest',
    ...(values.concurrency === undefined ? {} : { concurrency: Number(values.concurrency) }),
    // Generous, because on a busy machine a slow test process is not an endless loop.
    timeoutMS: 15_000,
    incremental: true,
    force: values.fresh,
    incrementalFile: join(report, 'incremental.json'),
    reporters: ['clear-text', 'progress', 'html', 'json'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    htmlReporter: { fileName: join(report, 'mutation.html') },
    jsonReporter: { fileName: join(report, 'mutation.json') },
    // The mutated copy is outside the repository and contains only this package. The others come from
    // node_modules.
    ignorePatterns: ['/*', '!/package.json', '!/scripts', '!/packages', '/packages/*', `!/${folder}`],
    tempDirName: join(tmpdir(), `prime-mutation-${process.pid}`),
    cleanTempDir: 'always',
    allowConsoleColors: false,
  }).runMutationTest();
}

/**
 * Orders tests so that most mutants die early: first the tests in folders that mirror the chosen source
 * files, then tests of few files, slow ones last.
 */
function listTests({ testFiles, slowTestFiles }: MutationPackage): string[] {
  const mirrored = new Set(sources.map((path) => dirname(path).replace('/src', '/test')));
  const graph = buildImportGraph(
    listSourceFiles('{packages,testing}/**/*.{ts,js,mjs}'),
    listWorkspacePackages(),
  );
  const rankOf = (path: string) => (slowTestFiles.includes(path) ? 2 : mirrored.has(dirname(path)) ? 0 : 1);
  return globSync(testFiles)
    .filter((path) => !values.near || mirrored.has(dirname(path)))
    .map((path) => ({ path, rank: rankOf(path), neededFiles: listNeeded(graph, path).size }))
    .sort((a, b) => a.rank - b.rank || a.neededFiles - b.neededFiles || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}
