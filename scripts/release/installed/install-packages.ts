// Installs packed packages in a folder that has nothing to do with this repository.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '@prime-registry/testkit';
import { ROOT } from '../build/published-packages.ts';

/**
 * Installs tarballs with npm, as users do. npm may not use the network: what they depend on must be among the others.
 * @param others - names of packages that `npm ci` has installed here: npm links them
 */
export function installPackages(
  folder: string,
  tarballs: readonly string[],
  others: readonly string[] = [],
): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  const links = others.map((name) => join(ROOT, 'node_modules', name));
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs, ...links];
  const env = userEnvironment({});
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`npm ${args.join(' ')}: ${stderr}${stdout}`);
}

/** Unpacks a tarball where npm would, in a tenth of the time. @param name - of the package, which depends on nothing */
export function unpackPackage(folder: string, name: string, tarball: string): void {
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  const args = ['-xzf', tarball, '--strip-components=1', '-C', target];
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar ${args.join(' ')}: ${stderr}`);
}

/** The environment of a user: without what `npm test` says about itself, and with no cache chosen for tests. */
export function userEnvironment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.keys(process.env).filter((name) => /^npm_/i.test(name));
  const environment = childEnvironment({});
  for (const name of [...own, 'NODE_COMPILE_CACHE']) delete environment[name];
  return { ...environment, ...added };
}
