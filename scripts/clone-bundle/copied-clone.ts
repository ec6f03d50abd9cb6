// A copy of this clone, whose sources a test can change. Third-party packages are those of the clone.
import { spawnSync } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, sep } from 'node:path';
import { ROOT } from '../release/build/published-packages.ts';

/** What `npm run prepare` needs. */
const COPIED = ['package.json', 'package-lock.json', 'packages', 'scripts'];
const LEFT_OUT = new Set(['test', 'dist', 'node_modules']);

/** Makes a copy. @param paths - the files and folders in it @returns its top folder, for the caller to remove */
export function copyClone(paths: readonly string[] = COPIED): string {
  const copy = mkdtempSync(join(realpathSync(tmpdir()), 'prime-registry-clone-'));
  for (const path of paths) {
    cpSync(join(ROOT, path), join(copy, path), {
      recursive: true,
      filter: (from) => !LEFT_OUT.has(basename(from)),
    });
  }
  linkModules(copy, 'node_modules');
  return copy;
}

/** Links packages: those of the workspace to the copy, others to the clone. */
function linkModules(copy: string, folder: string): void {
  mkdirSync(join(copy, folder));
  for (const name of readdirSync(join(ROOT, folder))) {
    const path = join(folder, name);
    if (name.startsWith('.')) continue;
    if (name === '@prime-registry') linkModules(copy, path);
    else symlinkSync(targetIn(copy, path), join(copy, path), 'junction');
  }
}

function targetIn(copy: string, path: string): string {
  const target = join(ROOT, path);
  if (!lstatSync(target).isSymbolicLink()) return target;
  const real = realpathSync(target);
  return dirname(real).endsWith(`${sep}packages`) ? join(copy, 'packages', basename(real)) : real;
}

/**
 * The output of a program of the copy, which must succeed.
 * @param variables - added to the environment
 */
export function runIn(
  copy: string,
  script: string,
  args: readonly string[] = [],
  variables: Readonly<Record<string, string>> = {},
): string {
  // Compiled code of the copy goes into the copy.
  const { NODE_COMPILE_CACHE: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, script), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...environment, ...variables },
  });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
