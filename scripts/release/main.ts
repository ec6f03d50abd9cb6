// `npm run release -- <version>`: makes a release in this repository. Nothing is published; see docs/releasing.md.
import { parseArgs } from 'node:util';
import { makeRelease } from './make-release.ts';
import { ReleaseError } from './processes.ts';
import { tagOf } from './versions/check-version.ts';

const USAGE = `Usage: npm run release -- <version> [--tested <commit>] [--key <file>] [--branch <branch>]

  <version>   such as 1.2.0
  --tested    the commit of the branch, if checks and tests are green for it already, such as in CI
  --key       an SSH key that signs checksums and tag: a private one, or the public one of a key in the agent
  --branch    the branch to release from; main by default

Commits, builds and tags the release. Nothing is pushed or published: docs/releasing.md says how to do that.
`;

try {
  await run();
} catch (error) {
  if (error instanceof ReleaseError) process.stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const options = parse();
  const [version, ...others] = options?.positionals ?? [];
  if (options === undefined || version === undefined || others.length > 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { tested, key, branch } = options.values;
  const log = (line: string) => process.stdout.write(`${line}\n`);
  await makeRelease({ root: process.cwd(), version, branch, tested, key, log });
  log(
    `Released ${version}: commit, tag ${tagOf(version)} and the folder release are there. Nothing is pushed.`,
  );
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        tested: { type: 'string' },
        key: { type: 'string' },
        branch: { type: 'string', default: 'main' },
      },
    });
  } catch {
    return undefined;
  }
}
