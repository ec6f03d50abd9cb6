// `npm run pack:release`: builds every package that is meant for others, and writes its tarball into
// release/packages, and its bill of materials into release/sbom.
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from '../build/build-package.ts';
import { PUBLISHED_PACKAGES, ROOT } from '../build/published-packages.ts';
import { readSourceState } from '../build/source-state.ts';
import { describeBill } from '../sbom/cyclonedx.ts';
import { makePackageBill } from '../sbom/package-bill.ts';
import { packPackage } from './pack-package.ts';

const state = readSourceState();
const { commit, epochSeconds } = state;
const folder = join(ROOT, 'release/packages');
const bills = join(ROOT, 'release/sbom');
for (const each of [folder, bills]) {
  rmSync(each, { recursive: true, force: true });
  mkdirSync(each, { recursive: true });
}
for (const each of PUBLISHED_PACKAGES) {
  const built = await buildPackage(each, commit);
  const tarball = await packPackage(built, folder, epochSeconds);
  const bill = describeBill(makePackageBill(built, state));
  writeFileSync(join(bills, tarball.replace(/\.tgz$/, '.cdx.json')), bill);
  const kib = Math.ceil(statSync(join(folder, tarball)).size / 1024);
  console.log(`release/packages/${tarball}  ${kib} KiB`);
}
