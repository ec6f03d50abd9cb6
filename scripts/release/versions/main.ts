// `npm run version:set -- <version>`: sets the version of all packages, after a release to that of the next one.
import { git } from '../processes.ts';
import { findVersionProblems } from './check-version.ts';
import { readVersion, setVersions } from './set-versions.ts';

const root = process.cwd();
const [version = ''] = process.argv.slice(2);
const tags = git(root, 'tag', '--list').split('\n');
const [problem] = findVersionProblems(version, { current: readVersion(root), tags });
if (problem === undefined) {
  console.log(`Set ${version} in ${setVersions(root, version).length} files. Commit them.`);
} else {
  console.error(problem);
  process.exitCode = 1;
}
