// How large each published package may be. A package that exceeds its budget contains something by
// mistake, or the same change raises the budget and says why.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltPackage } from '../build/build-package.ts';

const KIB = 1024;

/** KiB of the tarball, and of the built files in it, by the folder of the package. */
const BUDGETS_KIB: Readonly<Record<string, { readonly packed: number; readonly built: number }>> = {
  // A tenth of it is the SDK of the Model Context Protocol, in a file that is loaded with the first request of an agent.
  // Languages whose code pages colour are files of their own, each loaded with the first text that needs it.
  server: { packed: 3500, built: 14_900 },
  // A fifth of it is that SDK, too, in a file that only `prime mcp` loads.
  cli: { packed: 1850, built: 6900 },
  conformance: { packed: 95, built: 360 },
  client: { packed: 150, built: 545 },
  // Types of every path of the pages count: half of it are types.
  protocol: { packed: 130, built: 610 },
  archive: { packed: 55, built: 160 },
  atoms: { packed: 75, built: 260 },
};

/** Checks the size of a package. @throws Error with the largest files, if the package is above its budget */
export function checkSize({ folder, outFolder, files }: BuiltPackage, tarball: string): void {
  const budget = BUDGETS_KIB[folder];
  if (budget === undefined) throw new Error(`packages/${folder} has no size budget in size-budgets.ts`);
  const sizes = files.map((file) => ({ file, bytes: statSync(join(outFolder, file)).size }));
  const built = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const packed = statSync(tarball).size;
  if (packed <= budget.packed * KIB && built <= budget.built * KIB) return;
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5);
  throw new Error(
    `packages/${folder} is ${toKib(packed)} KiB packed and ${toKib(built)} KiB built; its budget is ` +
      `${budget.packed} and ${budget.built} KiB (scripts/release/pack/size-budgets.ts). Its largest files: ` +
      largest.map(({ file, bytes }) => `${file} ${toKib(bytes)} KiB`).join(', '),
  );
}

function toKib(bytes: number): number {
  return Math.ceil(bytes / KIB);
}
