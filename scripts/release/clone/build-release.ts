// Builds everything that a release consists of, in a clone: packages, programs and image.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, show } from '../processes.ts';

/** The folder of a release in a clone or a repository. Git ignores it. */
export const RELEASE_FOLDER = 'release';

const BUILDS = ['pack:release', 'pack:programs', 'pack:image'];

/** Runs the builds that the package.json of a clone has. @param variables - added to the environment */
export function buildRelease(folder: string, variables: Readonly<Record<string, string>> = {}): void {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const environment = { SOURCE_DATE_EPOCH: git(folder, 'log', '-1', '--format=%ct'), ...variables };
  for (const build of BUILDS)
    if (scripts[build] !== undefined) show('npm', ['run', '--silent', build], { folder, environment });
}
