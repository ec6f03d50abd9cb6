// Makes two releases in a clone of the repository: this commit, and a next one with a migration.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_FOLDER } from '../clone/build-release.ts';
import { capture, git, show } from '../processes.ts';
import { readVersion, setVersions } from '../versions/set-versions.ts';

/** A release, and where its packages are installed. */
export interface InstalledRelease {
  readonly version: string;
  /** The folder with `node_modules`. */
  readonly folder: string;
}

/** Two releases, and the clone that they were made in. */
export interface TwoReleases {
  readonly first: InstalledRelease;
  readonly second: InstalledRelease;
}

/** The migration that the second release has. */
export const NEW_MIGRATION = '0090-walked';
const MIGRATION = `{
    name: '${NEW_MIGRATION}',
    since: 'VERSION',
    migration: { up: (db) => db.schema.createTable('walked').addColumn('id', 'integer').execute() },
  },`;

/** Makes and installs them. Takes some minutes. @param work - an empty folder @param log - what happens now */
export function makeTwoReleases(root: string, work: string, log: (line: string) => void): TwoReleases {
  const clone = join(work, 'repository');
  git(root, 'clone', '--quiet', '--no-tags', root, clone);
  git(clone, 'checkout', '--quiet', '-B', 'main', git(root, 'rev-parse', 'HEAD'));
  git(clone, 'remote', 'remove', 'origin');
  git(clone, 'config', 'user.name', 'Maintainer');
  git(clone, 'config', 'user.email', 'maintainer@example.org');

  const version = readVersion(clone);
  if (hasNoNews(clone)) {
    addNews(clone, 'Nothing yet.');
    git(clone, 'commit', '--quiet', '--all', '--message', 'News for a release');
  }
  log(`Making ${version}.`);
  const first = makeRelease(clone, version, work);
  log(`Recording its databases.`);
  show('npm', ['ci', '--prefer-offline', '--loglevel=error'], { folder: clone });
  show('npm', ['run', '--silent', 'fixture:release'], { folder: clone });
  git(clone, 'add', '--all');
  git(clone, 'commit', '--quiet', '--message', `Databases of ${version}`);

  const next = nextOf(version);
  addMigration(clone, next);
  setVersions(clone, next);
  git(clone, 'commit', '--quiet', '--all', '--message', 'A table more');
  log(`Making ${next}, which has a migration.`);
  return { first, second: makeRelease(clone, next, work) };
}

function makeRelease(clone: string, version: string, work: string): InstalledRelease {
  const main = join(import.meta.dirname, '../main.ts');
  const preload = ['--import', join(import.meta.dirname, '../../preload.mjs')];
  show(process.execPath, [...preload, main, version, '--tested', 'HEAD', '--only', 'packages'], {
    folder: clone,
  });
  const folder = join(work, version);
  cpSync(join(clone, RELEASE_FOLDER, 'packages'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{}');
  const packages = ['prime-registry', 'prime-cli'].map((name) => `./${name}-${version}.tgz`);
  capture('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], { folder });
  return { version, folder };
}

function nextOf(version: string): string {
  const [major, minor, patch] = version.replace(/-.*/, '').split('.').map(Number);
  return `${major}.${minor}.${(patch ?? 0) + 1}`;
}

function addMigration(clone: string, version: string): void {
  const change = (file: string, mark: string, text: string) => {
    const path = join(clone, file);
    const before = readFileSync(path, 'utf8');
    const at = before.lastIndexOf(mark);
    if (at === -1) throw new Error(`${file} has no '${mark}'`);
    writeFileSync(path, before.slice(0, at) + text + before.slice(at));
  };
  const folder = 'packages/store/src/migrations';
  for (const engine of ['sqlite', 'postgres'])
    change(`${folder}/${engine}.ts`, '];', MIGRATION.replace('VERSION', version));
  change(`${folder}/sqlite-names.ts`, '];', `'${NEW_MIGRATION}',\n`);
  addNews(clone, 'A table more.');
}

/** Whether the changelog has no news, as directly after a release. */
function hasNoNews(clone: string): boolean {
  return /^## Unreleased\s+## /m.test(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'));
}

function addNews(clone: string, news: string): void {
  const part = `\n- ${news}\n\n### Upgrading\n\nReplicas of both versions can run side by side.\n`;
  const changelog = join(clone, 'CHANGELOG.md');
  const text = readFileSync(changelog, 'utf8');
  writeFileSync(changelog, text.replace('## Unreleased\n', `## Unreleased\n${part}`));
}
