// Selects quick tests, and the tests that a change can affect, by imports. Pure: files are passed as text.
import type { SourceFile, WorkspacePackage } from '../layer-violations.ts';
import { buildImportGraph, listNeeded } from './import-graph.ts';

/**
 * Files that make a test slow: they start a registry, a process, a database server, a bucket or a browser.
 */
const SLOW_FILES = [
  /^testing\/testkit\/src\/(?:start-registry|start-process|run-command|prime-user)\.ts$/,
  /^testing\/testkit\/src\/(?:postgres|s3|browser)\//,
  /^testing\/(?:chaos|fuzz|attack)\/src\//,
  /^packages\/server\/src\/wiring\/build-server\.ts$/,
];
const SLOW_MODULES = /from 'node:(?:child_process|cluster)'/;

/** Files that affect all tests. */
const EVERYTHING = /^(?:package(?:-lock)?\.json|tsconfig\.json|scripts\/(?:preload\.mjs|tests\/.*))$/;

/** The tests that start nothing. */
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
 * The tests that changes of these paths can affect, by imports. A path that is no source file (a document, a
 * fixture, a corpus) affects the tests of its package, and those that contain its name.
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
        (path) =>
          isInSamePackage(test, path) || texts.get(test)?.includes(path.slice(path.lastIndexOf('/') + 1)),
      ),
  );
}

/** Whether any of the tests needs the S3 server of the run. */
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

/** Whether both are in the same package. */
function isInSamePackage(test: string, path: string): boolean {
  const [top, name] = path.split('/');
  return (top === 'packages' || top === 'testing') && test.startsWith(`${top}/${name}/`);
}
