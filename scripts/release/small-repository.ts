// A small repository for tests of releases: two packages, on a branch main.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { capture } from './processes.ts';

const PRELOAD = join(import.meta.dirname, '../preload.mjs');
/** A folder with a program of the name `npm`. */
const QUICK_NPM = join(import.meta.dirname, 'quick-npm');
/** The command that packs the packages. */
export const PACK = `"${process.execPath}" --import "${PRELOAD}" "${join(import.meta.dirname, 'pack-small.ts')}"`;

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
  /** A copy in a folder of its own, which does not use npm. No process may change the repository meanwhile. */
  copy(): SmallRepository;
}

/** What a command printed, and its exit code; null if a signal ended it. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Makes it, with one commit.
 * @param scripts - of the package.json, next to one that packs the packages
 * @param usesNpm - whether npm installs packages and runs scripts; by default, something faster does
 */
export function makeSmallRepository(
  scripts: Readonly<Record<string, string>> = {},
  { usesNpm = false }: { readonly usesNpm?: boolean } = {},
): SmallRepository {
  empty ??= makeEmpty();
  const repository = copyRepository(empty, usesNpm);
  repository.write('package.json', rootManifest(scripts));
  repository.commit('Begin');
  return repository;
}

function copyRepository(from: string, usesNpm: boolean): SmallRepository {
  const folder = mkdtempSync(join(tmpdir(), 'prime-registry-small-'));
  cpSync(from, folder, { recursive: true });
  return openRepository(folder, usesNpm);
}

/** A repository without a commit. Its lock file is written once, as npm takes longer than all the rest. */
let empty: string | undefined;

function makeEmpty(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prime-registry-empty-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const { git, write } = openRepository(folder, true);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Maintainer');
  git('config', 'user.email', 'maintainer@example.org');
  const packages = {
    lib: { name: '@small/lib' },
    app: { name: 'app', dependencies: { '@small/lib': '0.1.0' } },
  };
  for (const [path, fields] of Object.entries(packages))
    write(`packages/${path}/package.json`, toJson({ version: '0.1.0', ...fields }));
  write('package.json', rootManifest({}));
  write('.gitignore', 'node_modules/\n/release/\n/release.next/\n');
  write('CHANGELOG.md', CHANGELOG);
  capture('npm', ['install', '--package-lock-only', '--offline', '--no-audit', '--no-fund'], { folder });
  return folder;
}

function rootManifest(scripts: Readonly<Record<string, string>>): string {
  const root = { name: 'small', version: '0.1.0', private: true, workspaces: ['packages/*'] };
  return toJson({ ...root, scripts: { 'pack:release': PACK, 'pack:all': PACK, ...scripts } });
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

function openRepository(folder: string, usesNpm: boolean): SmallRepository {
  const path = [...(usesNpm ? [] : [QUICK_NPM]), process.env.PATH].join(delimiter);
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
        env: { ...process.env, PATH: path },
      });
      return { code: status, stdout, stderr };
    },
    copy: () => copyRepository(folder, false),
  };
  return repository;
}
