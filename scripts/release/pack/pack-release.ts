// `npm run pack:release`: builds every package that is meant for others, and writes its tarball into
// release/packages, and its bill of materials into release/sbom.
import { join } from 'node:path';
import { ROOT } from '../build/published-packages.ts';
import { packPackages } from './pack-packages.ts';

for (const { tarball, sizeBytes } of await packPackages(join(ROOT, 'release')))
  console.log(`release/packages/${tarball}  ${Math.ceil(sizeBytes / 1024)} KiB`);
