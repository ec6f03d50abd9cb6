// Groups test files that share a process: to start a process and load its modules takes more processor time than
// most test files themselves. Pure.
import type { SourceFile, WorkspacePackage } from '../layers/layer-violations.ts';
import { classifyTests, type Starts } from './select-tests.ts';

/** The largest groups, by what the tests start. */
const FILES: Record<Starts, number> = { nothing: 60, registries: 25, processes: 18 };

/** Tests that change what belongs to the whole process, and the slowest ones, which run first. */
const ALONE = {
  text: /\bprocess\.(?:chdir|umask|on|once|memoryUsage)\b|\bprocess\.env(?:\.\w+|\[[^\]]+\]) = |\bdelete process\.env\b|^registerHooks\(\{$/m,
  path: /^(?:testing\/(?:chaos|fuzz|attack)\/test\/[\w-]+|packages\/conformance\/test\/saboteurs)\.test\.ts$/,
};

/**
 * Groups test files. The slowest groups come first, so that a run does not end with one of them alone.
 * @param processes how many groups run at once; there are at least as many groups, if there are enough tests
 * @returns each test in exactly one group
 */
export function groupTests(
  tests: readonly string[],
  files: readonly SourceFile[],
  packages: readonly WorkspacePackage[],
  processes: number,
): string[][] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const isAlone = (test: string) => ALONE.path.test(test) || ALONE.text.test(texts.get(test) ?? '');
  const starts = classifyTests(files, packages);
  const together = tests.filter((test) => !isAlone(test));
  const share = Math.ceil(together.length / processes);
  const select = (wanted: Starts) => together.filter((test) => starts.get(test) === wanted);
  const selectAlone = (isSlow: boolean) =>
    tests.filter((test) => isAlone(test) && ALONE.path.test(test) === isSlow).map((test) => [test]);
  return [
    ...selectAlone(true),
    // Neighbours stay together: they often share a database server, which a process starts once. Stores and
    // servers, which wait longest, are the last by name.
    ...chunk(select('processes'), Math.min(FILES.processes, share)).toReversed(),
    ...deal(select('registries'), Math.min(FILES.registries, share)),
    ...selectAlone(false),
    ...deal(select('nothing'), Math.min(FILES.nothing, share)),
  ];
}

function chunk(tests: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(tests.length / size) }, (_, group) =>
    tests.slice(group * size, (group + 1) * size),
  );
}

/** Separates neighbours, which often take equally long, so that the groups do. */
function deal(tests: readonly string[], size: number): string[][] {
  const count = Math.ceil(tests.length / size);
  return Array.from({ length: count }, (_, group) => tests.filter((_, index) => index % count === group));
}
