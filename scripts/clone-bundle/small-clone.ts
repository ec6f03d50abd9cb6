// A clone with the scripts and the beginnings of the commands of this one, and with small commands: their bundle is made in a
// tenth of the time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOADED_TOGETHER } from '../release/build/bundle-application.ts';
import { copyClone } from './copied-clone.ts';

const COPIED = [
  ...['package.json', 'package-lock.json', 'scripts', 'packages/launch'],
  ...['packages/web/package.json', 'packages/web/src/asset-files.ts', 'packages/web/src/assets'],
  ...['server', 'cli'].flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/src/main.mjs`]),
];

/** Has no commands to load. */
const LOADS_NOTHING = 'export {};\n';
const PRINT_VERSION =
  "import { describeRelease } from '@prime-registry/launch';\nconsole.log(describeRelease());\n";

/** Makes it. Both commands print their version. @returns its top folder, for the caller to remove */
export function makeSmallClone(): string {
  const clone = copyClone(COPIED);
  const grouped = LOADED_TOGETHER.cli ?? [];
  const files = {
    ...{
      'scripts/clone-bundle/load-server.ts': LOADS_NOTHING,
      'scripts/clone-bundle/load-cli.ts': LOADS_NOTHING,
    },
    'packages/server/src/main.ts': PRINT_VERSION,
    'packages/cli/src/main.ts': `${PRINT_VERSION}${grouped.map((path) => `await import('./${path}');\n`).join('')}`,
    ...Object.fromEntries(
      grouped.map((path) => [`packages/cli/src/${path}`, `globalThis.loaded = '${path}';\n`]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(clone, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return clone;
}
