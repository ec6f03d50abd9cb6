// `npm run pack:all`: builds everything that a release consists of. The image contains the package that is packed here.
import { join } from 'node:path';
import { ROOT } from '../build/published-packages.ts';
import { failInASentence } from '../fail-in-a-sentence.ts';
import { packImage } from '../image/pack-image.ts';
import { packPrograms } from '../programs/pack-programs.ts';
import { PROGRAM_PLATFORMS } from '../programs/platforms.ts';
import { packPackages } from './pack-packages.ts';

const folder = join(ROOT, 'release');
const log = (line: string) => console.log(line);

await failInASentence(async () => {
  const packages = await packPackages(folder);
  for (const { tarball, sizeBytes } of packages)
    log(`packages/${tarball}  ${Math.ceil(sizeBytes / 1024)} KiB`);
  await packPrograms({ folder, platforms: PROGRAM_PLATFORMS, log });
  const server = packages.find((each) => each.folder === 'server');
  if (server === undefined) throw new Error('packages/server is not among the published packages');
  const { tarball, thirdParty } = server;
  await packImage({ folder, server: { tarball: join(folder, 'packages', tarball), thirdParty }, log });
});
