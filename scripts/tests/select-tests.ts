// Which tests are quick, and which ones a change can reach. Pure: both are read off the imports.
import type { SourceFile, WorkspacePackage } from '../layer-violations.ts';
import { buildImportGraph, listNeeded } from './import-graph.ts';

/** What a test needs that is not quick: a registry, a process, a database server, a bucket, a browser. */
const SLOW_FILES = [
  /^testing\/testkit\/src\/(?:start-registry|start-process|run-command|prime-user)\.ts$/,
  /^testing\/testkit\/src\/(?:postgres|s3|browser)\//,
  /^testing\/(?:chaos|fuzz)\/src\//,
  /^packages\/server\/src\/wiring\/build-server\.ts$/,
];
const SLOW_MODULES = /from 'node:(?:child_process|cluster)'/;

/** Files that have a say in every test. */
const EVERYTHING = /^(?:package(?:-lock)?\.json|tsconfig\.json|scripts\/(?:preload\.mjs|tests\/.*))$/;

/** The tests among the files that start nothing. */
export function selectQuickTests(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): string[] {
  const graph = buildImportGraph(files, packages);
  const startsProcesses = new Set(
    files.filter(({ text }) => SLOW_MODULES.test(text)).map(({ path }) => path),
  );
  const isSlow = (path: string) =>
    startsProcesses.has(path) || SLOW_FILES.some((pattern) => pattern.test(path));
  return listTests(files).filter((test) => ![...listNeeded(graph, test)].some(isSlow));
}

/**
 * The tests that a change of some paths can reach through imports. A path that is no source file (a document, a fixture, a
 * corpus) reaches the tests of its package, or those that name its file.
 */
export function selectTestsOf(
  changed: readonly string[],
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): string[] {
  if (changed.some((path) => EVERYTHING.test(path))) return listTests(files);
  const graph = buildImportGraph(files, packages);
  const paths = new Set(changed);
  const others = changed.filter((path) => !graph.has(path));
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return listTests(files).filter(
    (test) =>
      [...listNeeded(graph, test)].some((path) => paths.has(path)) ||
      others.some(
        (path) => isBeside(test, path) || texts.get(test)?.includes(path.slice(path.lastIndexOf('/') + 1)),
      ),
  );
}

/** Whether any of the tests needs the S3 server that a run has once. */
export function needS3Server(
  tests: readonly string[],
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): boolean {
  const graph = buildImportGraph(files, packages);
  return tests.some((test) =>
    [...listNeeded(graph, test)].some((path) => path.startsWith('testing/testkit/src/s3/')),
  );
}

function listTests(files: readonly SourceFile[]): string[] {
  return files.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
}

/** Whether both are of one package. */
function isBeside(test: string, path: string): boolean {
  const [top, name] = path.split('/');
  return (top === 'packages' || top === 'testing') && test.startsWith(`${top}/${name}/`);
}
