// Groups test files that share a process: to start a process and load its modules takes more processor time than
// most test files themselves. Pure.
import type { SourceFile, WorkspacePackage } from '../layer-violations.ts';
import { selectQuickTests } from './select-tests.ts';

/** The largest groups: of tests that start nothing, and of the others, which take longer. */
const QUICK_FILES = 25;
const SLOW_FILES = 5;

/** Tests that change what belongs to the whole process, and tests that take minutes. */
const ALONE = {
  text: /\bprocess\.(?:chdir|umask|on|once|memoryUsage)\b|\bprocess\.env\[?[.\w]*\]? = |delete process\.env/,
  path: /^testing\/(?:chaos|fuzz)\//,
};

/**
 * Groups test files. Quick ones come last, so that a run does not end with one slow group alone.
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
  const quickTests = new Set(selectQuickTests(files, packages));
  const alone = tests.filter(isAlone);
  const together = tests.filter((test) => !isAlone(test));
  const slow = together.filter((test) => !quickTests.has(test));
  const quick = together.filter((test) => quickTests.has(test));
  const limit = Math.ceil(together.length / processes);
  return [
    ...alone.map((test) => [test]),
    // Neighbours stay together: they often share a database server, which a process starts once.
    ...chunk(slow, Math.min(SLOW_FILES, limit)),
    ...deal(quick, Math.min(QUICK_FILES, limit)),
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
