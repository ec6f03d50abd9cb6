// `npm run release:compare [-- <commit>] [--only packages]`: builds a commit twice, and fails unless all files have the
// same bytes.
import { parseArgs } from 'node:util';
import { parseBuildName } from '../clone/build-release.ts';
import { failInASentence } from '../fail-in-a-sentence.ts';
import { compareBuilds } from './compare-builds.ts';

await failInASentence(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' } },
  });
  const [commit = 'HEAD'] = positionals;
  const { files, differences } = await compareBuilds(process.cwd(), commit, parseBuildName(values.only));
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
  else console.log(`Both builds of ${commit} have the same ${files} files.`);
});
