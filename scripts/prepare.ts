// Run by `npm ci`: bundles the commands, and fills the compile cache, so that they start fast. Without the development dependencies
// there is no bundler; the commands then start from their sources, and this strips their types once.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const PROGRAMS = ['server', 'cli'];

if (!hasBundler()) {
  for (const program of PROGRAMS) await import(`./clone-bundle/load-${program}.ts`);
} else {
  const { bundleClone } = await import('./clone-bundle/bundle-clone.ts');
  const folder = await bundleClone();
  if (folder === undefined)
    console.warn('Files changed while they were bundled. `npm run prepare` does it again.');
  else for (const program of PROGRAMS) loadAll(folder, program);
}

function hasBundler(): boolean {
  try {
    import.meta.resolve('rolldown');
    return true;
  } catch {
    return false;
  }
}

/** Loads all commands of a bundle in a process that keeps compiled code where the commands look for it. */
function loadAll(folder: string, program: string): void {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compile-cache') };
  const { status } = spawnSync(process.execPath, [join(folder, program, 'load.js')], {
    env,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
