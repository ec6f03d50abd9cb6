// `npm run release:compare [-- <commit>]`: builds a commit twice, and fails unless all files have the same bytes.
import { ReleaseError } from '../processes.ts';
import { compareBuilds } from './compare-builds.ts';

const [commit = 'HEAD'] = process.argv.slice(2);
try {
  const { files, differences } = await compareBuilds(process.cwd(), commit);
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
  else console.log(`Both builds of ${commit} have the same ${files} files.`);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
