// `npm install`, told to do nothing but install: no audit, no funding, no scripts, no progress, no look for updates.
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Installer, type InstallerSetup, verifyTree } from './installer.ts';
import { plainEnvironment, timeNode } from './run-program.ts';
import { SAMPLE_RANGE } from './sample-packages.ts';

const FLAGS = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-progress', '--no-update-notifier'];
// `ci` is npm's command for a lock file without a tree.
const COMMANDS = {
  cold: ['install'],
  cached: ['ci', '--offline'],
  unchanged: ['install', '--offline'],
} as const;

/** npm, by the path of its npm-cli.js. */
export function npmInstaller(npmCli: string, setup: InstallerSetup): Installer {
  const { folder, baseUrl, samples, compileCache } = setup;
  const project = join(folder, 'project');
  const tree = join(project, 'node_modules');
  const settings = {
    '--registry': baseUrl,
    '--cache': join(folder, 'cache'),
    // Neither is there: the settings are npm's defaults.
    '--userconfig': join(folder, 'user-npmrc'),
    '--globalconfig': join(folder, 'global-npmrc'),
  };
  const environment = plainEnvironment({ NODE_COMPILE_CACHE: compileCache });
  const dependencies = Object.fromEntries(samples.map(({ name }) => [name, SAMPLE_RANGE]));
  return {
    name: 'npm',
    async prepare(work) {
      if (work === 'cold') {
        await rm(folder, { recursive: true, force: true });
        await mkdir(project, { recursive: true });
        const manifest = { name: 'bench', version: '1.0.0', private: true, dependencies };
        await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
      }
      if (work === 'cached') await rm(tree, { recursive: true });
    },
    install: (work, signal) =>
      timeNode([npmCli, ...COMMANDS[work], ...FLAGS, ...Object.entries(settings).flat()], {
        folder: project,
        environment,
        signal,
      }),
    verify: () => verifyTree(tree, samples),
  };
}
