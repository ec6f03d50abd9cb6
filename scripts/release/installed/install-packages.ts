// Installs packed packages as their users do: with npm, in a folder that has nothing to do with this repository.
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { childEnvironment } from '@prime-registry/testkit';
import { create } from 'tar';
import { ROOT } from '../build/published-packages.ts';

/** Installs tarballs. npm may not use the network: what they depend on must be among them. */
export function installPackages(folder: string, tarballs: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs];
  const env = userEnvironment({});
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}${stdout}`);
}

/** The environment of a user: without what `npm test` says about itself, and with no cache chosen for tests. */
export function userEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const environment = childEnvironment({});
  for (const name of [...own, 'NODE_COMPILE_CACHE']) delete environment[name];
  return { ...environment, ...added };
}

/** Packs a third-party package that `npm ci` has installed here. @returns the path of the tarball */
export async function packInstalled(name: string, folder: string): Promise<string> {
  const file = join(folder, `${name.replace('@', '').replace('/', '-')}.tgz`);
  mkdirSync(dirname(file), { recursive: true });
  const cwd = realpathSync(join(ROOT, 'node_modules', name));
  await create({ file, cwd, prefix: 'package', gzip: true, portable: true }, ['.']);
  return file;
}
