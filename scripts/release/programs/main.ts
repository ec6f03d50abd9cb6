// `npm run pack:programs [-- <platform> …]`: builds the commands as programs in one file, into release/programs.
import { join } from 'node:path';
import { ROOT } from '../build/published-packages.ts';
import { failInASentence } from '../fail-in-a-sentence.ts';
import { packPrograms } from './pack-programs.ts';
import { getProgramPlatform, PROGRAM_PLATFORMS } from './platforms.ts';

const names = process.argv.slice(2);
await failInASentence(async () => {
  const platforms = names.length === 0 ? PROGRAM_PLATFORMS : names.map(getProgramPlatform);
  const log = (line: string) => console.log(`release/${line}`);
  await packPrograms({ folder: join(ROOT, 'release'), platforms, log });
}, 'error: ');
