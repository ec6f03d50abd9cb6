// Projects with installed Primes, a change with all kinds of actions, and a disk that fails at a chosen step.
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileOperations } from '../../../src/files/file-operations.ts';
import { beginTreeChange, recoverTree, type TreeOptions } from '../../../src/install/tree/tree-change.ts';

/** Contents by path below `.primes`, with `/`. Folders are included, without contents. */
export type Tree = Readonly<Record<string, string | null>>;

export const OLD_LOCK = 'the old lock file: é\n';
export const NEW_LOCK = 'the new lock file: ü\n';

/** The tree before the change. */
export const OLD: Tree = {
  'lock.yaml': OLD_LOCK,
  'config.yaml': 'not ours to change',
  'INDEX.md': 'the old index',
  'index/@acme/updated.md': 'old',
  '@acme/kept/pack.yaml': 'kept',
  '@acme/updated/pack.yaml': 'old',
  '@acme/updated/gone/a.md': 'only in the old one',
  '@solo/removed/pack.yaml': 'removed',
};

/** The tree after the change. */
export const NEW: Tree = {
  'lock.yaml': NEW_LOCK,
  'config.yaml': 'not ours to change',
  'INDEX.md': 'the new index',
  'index.json': '{}',
  '@acme/kept/pack.yaml': 'kept',
  '@acme/updated/pack.yaml': 'new',
  '@acme/updated/come/b.md': 'only in the new one',
  '@fresh/added/pack.yaml': 'added',
};

/** The folder of journals of a project, in another folder of its user. */
export function journalFolderOf(project: string): string {
  return `${project}-changes`;
}

/** The files in that folder. */
export function listJournals(project: string): string[] {
  const folder = journalFolderOf(project);
  return fs.existsSync(folder) ? fs.readdirSync(folder) : [];
}

/** The options of a project, with overrides. */
export function treeOptions(project: string, options: Partial<TreeOptions> = {}): TreeOptions {
  return { journalFolder: journalFolderOf(project), ...options };
}

/** Recovers the project. */
export function recover(project: string, options: Partial<TreeOptions> = {}): Promise<boolean> {
  return recoverTree(project, treeOptions(project, options));
}

/** Stages the change from {@link OLD} to {@link NEW} and commits it; abandons it after a failure. */
export async function change(
  project: string,
  lock: string | undefined,
  options: Partial<TreeOptions> = {},
): Promise<void> {
  const tree = await beginTreeChange(project, treeOptions(project, options));
  try {
    for (const name of ['@acme/updated', '@fresh/added']) {
      const folder = tree.stagingFolderFor(name);
      for (const [path, contents] of Object.entries(NEW)) {
        if (contents !== null && path.startsWith(`${name}/`))
          write(join(folder, path.slice(name.length)), contents);
      }
      tree.replace(name);
    }
    tree.remove('@solo/removed');
    tree.replaceIndex(
      new Map([
        ['INDEX.md', 'the new index'],
        ['index.json', '{}'],
      ]),
    );
    await tree.commit(lock);
  } catch (error) {
    await tree.abandon();
    throw error;
  }
}

function write(path: string, contents: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, contents);
}

/** Writes the files into the project. */
export function plant(project: string, tree: Tree): void {
  for (const [path, contents] of Object.entries(tree)) {
    if (contents !== null) write(join(project, '.primes', path), contents);
  }
}

/** The contents of `.primes`, including leftovers of a change. */
export function read(project: string): Tree {
  const root = join(project, '.primes');
  const entries = fs.readdirSync(root, { withFileTypes: true, recursive: true });
  const found = entries.map((entry): [string, string | null] => {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(root.length + 1).replaceAll('\\', '/');
    return [name, entry.isDirectory() ? null : fs.readFileSync(path, 'utf8')];
  });
  return withFolders(Object.fromEntries(found));
}

/** The tree with its folders, in order, for comparison with the result of {@link read}. */
export function withFolders(tree: Tree): Tree {
  const all = new Map(Object.entries(tree));
  for (const path of Object.keys(tree)) {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) all.set(folder, null);
  }
  return Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Thrown by all calls after the death of a process. */
export class Dead extends Error {}

type AnyFunction = (...args: never[]) => unknown;

/** The calls that change the disk or make changes durable. */
const STEPS = [
  'fsyncSync',
  'mkdirSync',
  'openSync',
  'renameSync',
  'rmSync',
  'rmdirSync',
  'unlinkSync',
  'writeFileSync',
] as const;

/** Writes survive the death of a process without fsync, which is slow: only a power failure needs it. */
export const QUICK_DISK: FileOperations = { ...fs, fsyncSync: () => {} };

/** The failures of a disk. */
export interface Failure {
  /** Called before each step; steps are counted from 0. */
  readonly isAt: (step: number) => boolean;
  /** Throws, or ends the process. */
  readonly fail: () => never;
  /** Whether the first failing step is half done: a file half written, a folder half removed. */
  readonly isHalfDone?: boolean;
}

/** A disk with failing steps, and whether one has failed. */
export interface FailingDisk {
  readonly files: FileOperations;
  readonly hasFailed: () => boolean;
}

/** Creates such a disk. */
export function failingDisk({ isAt, fail, isHalfDone = false }: Failure): FailingDisk {
  let steps = 0;
  let isFailing = false;
  const wrap = (name: string, call: AnyFunction): AnyFunction => {
    return (...args) => {
      steps += 1;
      if (!isAt(steps - 1)) return call(...args);
      if (isHalfDone && !isFailing) doHalf(name, args);
      isFailing = true;
      return fail();
    };
  };
  const wrapped = STEPS.map((name) => [name, wrap(name, QUICK_DISK[name] as unknown as AnyFunction)]);
  return { files: { ...QUICK_DISK, ...Object.fromEntries(wrapped) }, hasFailed: () => isFailing };
}

/** The disk of a process that dies at a step and changes nothing afterwards. */
export function diskUntilDeath(step: number, isHalfDone = false): FailingDisk {
  const fail = () => {
    throw new Dead();
  };
  return failingDisk({ isAt: (current) => current >= step, fail, isHalfDone });
}

function doHalf(name: string, [target, more]: readonly unknown[]): void {
  if (name === 'writeFileSync' && typeof target === 'number' && more instanceof Uint8Array) {
    fs.writeFileSync(target, more.subarray(0, more.length / 2));
  } else if (name === 'mkdirSync') {
    fs.mkdirSync(dirname(String(target)), { recursive: true });
  } else if (name === 'openSync' && more === 'wx') {
    fs.closeSync(fs.openSync(String(target), more));
  } else if (name === 'rmSync' && fs.existsSync(String(target))) {
    const paths = fs.readdirSync(String(target), { withFileTypes: true, recursive: true });
    const files = paths
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name: file }) => join(parentPath, file));
    for (const file of files.sort().slice(0, files.length / 2)) fs.rmSync(file);
  }
}
