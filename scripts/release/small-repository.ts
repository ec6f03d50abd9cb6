// A small repository for tests of releases: two packages that are packed by npm, on a branch main.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture } from './processes.ts';

const PRELOAD = join(import.meta.dirname, '../preload.mjs');

const CHANGELOG = `# Changelog

## Unreleased

- It exists.

### Upgrading

Nothing to do.
`;

/** A repository in a folder of its own. */
export interface SmallRepository {
  readonly folder: string;
  git(...args: readonly string[]): string;
  /** Writes a file. */
  write(path: string, text: string): void;
  commit(message: string): void;
  /** Runs the command of releases in it. */
  release(...args: readonly string[]): CommandResult;
  /** Runs a script of this folder in it. */
  run(script: string, ...args: readonly string[]): CommandResult;
}

/** What a command printed, and its exit code; null if a signal ended it. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Makes it, with one commit. @param scripts - of the package.json, next to one that packs the packages */
export function makeSmallRepository(scripts: Readonly<Record<string, string>> = {}): SmallRepository {
  const folder = mkdtempSync(join(tmpdir(), 'prime-registry-small-'));
  const git = (...args: readonly string[]) => capture('git', args, { folder });
  const repository: SmallRepository = {
    folder,
    git,
    write: (path, text) => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    commit: (message) => {
      git('add', '--all');
      git('commit', '--quiet', '--message', message);
    },
    release: (...args) => repository.run('main.ts', ...args),
    run: (script, ...args) => {
      const command = ['--import', PRELOAD, join(import.meta.dirname, script), ...args];
      const { status, stdout, stderr } = spawnSync(process.execPath, command, {
        cwd: folder,
        encoding: 'utf8',
      });
      return { code: status, stdout, stderr };
    },
  };
  git('init', '--quiet', '--initial-branch', 'main');
  for (const [name, value] of [
    ['user.name', 'Maintainer'],
    ['user.email', 'maintainer@example.org'],
  ] as const)
    git('config', name, value);
  const json = (path: string, value: unknown) =>
    repository.write(path, `${JSON.stringify(value, undefined, 2)}\n`);
  const packages = {
    lib: { name: '@small/lib' },
    app: { name: 'app', dependencies: { '@small/lib': '0.1.0' } },
  };
  for (const [path, fields] of Object.entries(packages))
    json(`packages/${path}/package.json`, { version: '0.1.0', ...fields });
  const pack =
    'mkdir -p release/packages && npm pack --workspaces --silent --pack-destination release/packages';
  const root = { name: 'small', version: '0.1.0', private: true, workspaces: ['packages/*'] };
  const all = 'npm run --silent pack:release';
  json('package.json', { ...root, scripts: { 'pack:release': pack, 'pack:all': all, ...scripts } });
  repository.write('.gitignore', 'node_modules/\n/release/\n/release.next/\n');
  repository.write('CHANGELOG.md', CHANGELOG);
  capture('npm', ['install', '--offline', '--no-audit', '--no-fund'], { folder });
  repository.commit('Begin');
  return repository;
}
