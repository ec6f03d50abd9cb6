// `npm run pack:release`: builds every package that is meant for others, and writes its tarball into
// release/packages, and its bill of materials into release/sbom/packages.
import { join } from 'node:path';
import { ROOT } from '../build/published-packages.ts';
import { failInASentence } from '../fail-in-a-sentence.ts';
import { packPackages } from './pack-packages.ts';

await failInASentence(async () => {
  for (const { tarball, sizeBytes } of await packPackages(join(ROOT, 'release')))
    console.log(`release/packages/${tarball}  ${Math.ceil(sizeBytes / 1024)} KiB`);
});
