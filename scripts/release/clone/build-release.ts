// Builds what a release consists of, in a clone: packages, programs and image.
import { git, ReleaseError, show } from '../processes.ts';

/** The folder of a release in a clone or a repository. Git ignores it. */
export const RELEASE_FOLDER = 'release';

/** What is built: everything, or only the packages for npm. */
const BUILDS = { all: 'pack:all', packages: 'pack:release' } as const;
export type BuildName = keyof typeof BUILDS;

/** The build that the option `--only` names. @throws ReleaseError if it names none */
export function parseBuildName(only: string | undefined): BuildName {
  if (only === undefined) return 'all';
  if (only === 'packages') return only;
  throw new ReleaseError(
    `--only ${only}: a release can only be of packages, or of everything without --only.`,
  );
}

/** Builds a release. @param variables - added to the environment */
export function buildRelease(
  folder: string,
  build: BuildName,
  variables: Readonly<Record<string, string>> = {},
): void {
  const environment = { SOURCE_DATE_EPOCH: git(folder, 'log', '-1', '--format=%ct'), ...variables };
  show('npm', ['run', '--silent', BUILDS[build]], { folder, environment });
}
