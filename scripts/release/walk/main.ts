// `npm run release:walk`: makes a release of this commit and a next one in a clone, installs both from their packages,
// and walks the upgrade. Takes about ten minutes; nothing in this repository is changed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTwoReleases } from './make-two-releases.ts';
import { walkOneFolder } from './one-folder.ts';
import { walkReplicas } from './replicas.ts';

const log = (line: string) => console.log(line);
if (process.env.POSTGRES_BIN === undefined) {
  console.error('Set POSTGRES_BIN to the folder of initdb, postgres and pg_dump.');
  process.exitCode = 2;
} else {
  const root = process.cwd();
  const work = mkdtempSync(join(tmpdir(), 'prime-registry-walk-'));
  try {
    const releases = makeTwoReleases(root, work, log);
    const { first, second } = releases;
    log(`Upgrading a folder from ${first.version} to ${second.version}.`);
    await walkOneFolder(releases, join(work, 'one-folder'), join(root, 'examples/http-caching'));
    log('Upgrading three replicas on PostgreSQL, one after the other.');
    const { publishes, reads, retries } = await walkReplicas(releases, join(work, 'replicas'));
    log(
      `${publishes} publishes and ${reads} reads were answered in the meantime, ${retries} by a second replica.`,
    );
    log('The upgrade works.');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
