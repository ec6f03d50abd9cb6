// `npm run release:verify -- <version> [folder] [--signers <file>]`: checks the folder of a release.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { failInASentence } from '../fail-in-a-sentence.ts';
import { verifyRelease } from './verify-release.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { signers: { type: 'string' } },
});
const [version, folder = 'release'] = positionals;
if (version === undefined) {
  console.error('Usage: npm run release:verify -- <version> [folder] [--signers <file>]');
  process.exitCode = 2;
} else {
  await failInASentence(async () => {
    const signers = values.signers && resolve(values.signers);
    console.log(await verifyRelease(resolve(folder), version, signers));
  });
}
