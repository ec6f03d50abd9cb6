// What decides what is in a bundle without being a module in it.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../release/build/published-packages.ts';
import { ASSETS, listAssetFiles } from '../release/build/replaced-modules.ts';

/** How names of modules are resolved, and how the bundle is made. */
const PATTERNS = [
  'package-lock.json',
  'packages/*/package.json',
  'scripts/clone-bundle/*.ts',
  'scripts/release/build/*.ts',
];

/** Absolute paths of the files that a bundle depends on, next to the modules that the bundler reads. */
export function listFurtherInputs(): string[] {
  const paths = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return [
    ...paths.filter((path) => !path.endsWith('.test.ts')).map((path) => join(ROOT, path)),
    ...listAssetFiles().map((path) => join(ASSETS, path)),
  ];
}
