// `npm run release -- <version>`: makes a release in this repository. Nothing is published; see docs/releasing.md.
import { parseArgs } from 'node:util';
import { parseBuildName } from './clone/build-release.ts';
import { failInASentence } from './fail-in-a-sentence.ts';
import { makeRelease } from './make-release.ts';
import { tagOf } from './versions/check-version.ts';

const USAGE = `Usage: npm run release -- <version> [--tested <commit>] [--key <file>] [--branch <branch>] [--only packages]

  <version>   such as 1.2.0
  --tested    the commit of the branch, if checks and tests are green for it already, such as in CI
  --key       an SSH key that signs checksums and tag: a private one, or the public one of a key in the agent
  --branch    the branch to release from; main by default
  --only      packages: without programs and image, such as for a rehearsal

Commits, builds and tags the release. Nothing is pushed or published: docs/releasing.md says how to do that.
`;

await failInASentence(run);

async function run(): Promise<void> {
  const options = parse();
  const [version, ...others] = options?.positionals ?? [];
  if (options === undefined || version === undefined || others.length > 0) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { tested, key, branch, only } = options.values;
  const log = (line: string) => process.stdout.write(`${line}\n`);
  const build = parseBuildName(only);
  await makeRelease({ root: process.cwd(), version, branch, tested, key, build, log });
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
        only: { type: 'string' },
      },
    });
  } catch {
    return undefined;
  }
}
