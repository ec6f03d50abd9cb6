// `npm run pack:release`: builds every package that is meant for others, and writes its tarball into release/packages.
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../build/build-package.ts';
import { PUBLISHED_PACKAGES, ROOT } from '../build/published-packages.ts';
import { readSourceState } from '../build/source-state.ts';
import { packPackage } from './pack-package.ts';

const { commit, epochSeconds } = readSourceState();
const folder = join(ROOT, 'release/packages');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const each of PUBLISHED_PACKAGES) {
  const tarball = await packPackage(await buildPackage(each, commit), folder, epochSeconds);
  const kib = Math.ceil(statSync(join(folder, tarball)).size / 1024);
  console.log(`release/packages/${tarball}  ${kib} KiB`);
}
