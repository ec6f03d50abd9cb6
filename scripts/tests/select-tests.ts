// Selects quick tests, and the tests that a change can affect, by imports. Pure: files are passed as text.
import type { SourceFile, WorkspacePackage } from '../layers/layer-violations.ts';
import { buildImportGraph, listNeeded } from './import-graph.ts';

/** Files that start a registry in the process of the test. */
const STARTS_REGISTRY = [
  /^testing\/testkit\/src\/start-registry\.ts$/,
  /^packages\/server\/src\/wiring\/build-server\.ts$/,
  /^packages\/conformance\/test\/reference-server\.ts$/,
];
/** Files that start a process, a database server, a bucket or a browser. */
const STARTS_PROCESS = [
  /^testing\/testkit\/src\/(?:start-process|run-command|prime-user)\.ts$/,
  /^testing\/testkit\/src\/(?:postgres|s3|browser)\//,
  /^testing\/(?:chaos|fuzz|attack)\/src\//,
];
const PROCESS_MODULES = /from 'node:(?:child_process|cluster)'/;

/** Files that affect all tests. */
const EVERYTHING = /^(?:package(?:-lock)?\.json|tsconfig\.json|scripts\/(?:preload\.mjs|tests\/.*))$/;

/** What a test starts: nothing, registries in its own process, or processes. */
export type Starts = 'nothing' | 'registries' | 'processes';

/** The tests that start nothing. */
export function selectQuickTests(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): string[] {
  const starts = classifyTests(files, packages);
  return listTests(files).filter((test) => starts.get(test) === 'nothing');
}

/** What each test starts, by its path. */
export function classifyTests(
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
): Map<string, Starts> {
  const graph = buildImportGraph(files, packages);
  const processUsers = new Set(
    files.filter(({ text }) => PROCESS_MODULES.test(text)).map(({ path }) => path),
  );
  const startsProcess = (path: string) =>
    processUsers.has(path) || STARTS_PROCESS.some((pattern) => pattern.test(path));
  const startsRegistry = (path: string) => STARTS_REGISTRY.some((pattern) => pattern.test(path));
  return new Map(
    listTests(files).map((test) => {
      const needed = [...listNeeded(graph, test)];
      if (needed.some(startsProcess)) return [test, 'processes'];
      return [test, needed.some(startsRegistry) ? 'registries' : 'nothing'];
    }),
  );
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
