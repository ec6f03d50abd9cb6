// The ways to have the commands, whose starts are compared.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installPackages } from '../../scripts/release/installed/install-packages.ts';
import { packPackages } from '../../scripts/release/pack/pack-packages.ts';
import { currentPlatformName } from '../../scripts/release/programs/platforms.ts';
import { ROOT } from '../processes/server-process.ts';
import { findPacked } from './find-packed.ts';
import type { InstallationName } from './start-times.ts';

/** One way to have the commands. Each command is a program and its first arguments, independent of the working folder. */
export interface Installation {
  readonly name: InstallationName;
  readonly prime: readonly string[];
  readonly registry: readonly string[];
}

/** The sources, as `npx prime` and `npx prime-registry` start them in the clone. */
export function findClone(): Promise<Installation> {
  return describePackages('clone', join(ROOT, 'packages/cli'), join(ROOT, 'packages/server'));
}

/**
 * Installs packages outside the workspace.
 * @param folder - created here
 * @param tarballs - the folder with the tarballs; undefined to pack them first
 * @throws UsageError unless both tarballs are there, each in one version
 */
export async function installCommands(folder: string, tarballs: string | undefined): Promise<Installation> {
  const packed = tarballs ?? (await pack(join(folder, 'packed')));
  const paths = ['prime-cli-', 'prime-registry-'].map((name) => findPacked(packed, name, '.tgz'));
  const installed = join(folder, 'installed');
  installPackages(installed, await Promise.all(paths));
  const modules = join(installed, 'node_modules');
  return describePackages('packages', join(modules, 'prime-cli'), join(modules, 'prime-registry'));
}

/** The programs in one file for this machine. @throws UsageError unless both are there, each in one version */
export async function findPrograms(folder: string): Promise<Installation> {
  const ending = process.platform === 'win32' ? '.exe' : '';
  const find = (name: string) => findPacked(folder, `${name}-`, `-${currentPlatformName()}${ending}`);
  return { name: 'programs', prime: [await find('prime')], registry: [await find('prime-registry')] };
}

/** Packs the packages of this clone. @returns the folder with the tarballs */
async function pack(folder: string): Promise<string> {
  console.error('packing …');
  await packPackages(folder, { builds: join(folder, 'builds') });
  return join(folder, 'packages');
}

async function describePackages(name: InstallationName, cli: string, server: string): Promise<Installation> {
  return { name, prime: await commandOf(cli, 'prime'), registry: await commandOf(server, 'prime-registry') };
}

/** What starts a command of a package, on this Node.js. */
async function commandOf(folder: string, command: string): Promise<string[]> {
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  const file = bin[command];
  if (file === undefined) throw new Error(`${folder} has no command '${command}'`);
  return [process.execPath, join(folder, file)];
}
