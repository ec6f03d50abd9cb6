// `prime install`, as it is.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Installer, type InstallerSetup, verifyTree } from './installer.ts';
import { PRIME_MAIN, primeEnvironment, projectDocument } from './prime-program.ts';
import { timeNode } from './run-program.ts';
import { SAMPLE_RANGE } from './sample-packages.ts';

const LOCK_FILE = 'lock.yaml';

/** The prime of this repository. */
export function primeInstaller({ folder, baseUrl, samples, compileCache }: InstallerSetup): Installer {
  const project = join(folder, 'project');
  const tree = join(project, '.primes');
  const environment = primeEnvironment(folder, baseUrl, compileCache);
  const document = projectDocument(samples.map(({ name }) => `${name}@${SAMPLE_RANGE}`));
  return {
    name: 'prime',
    async prepare(work) {
      if (work === 'cold') {
        await rm(folder, { recursive: true, force: true });
        await mkdir(project, { recursive: true });
        await writeFile(join(project, 'SKILL.md'), document);
      }
      if (work === 'cached') await emptyTree();
    },
    install: (_work, signal) => timeNode([PRIME_MAIN, 'install'], { folder: project, environment, signal }),
    verify: () => verifyTree(tree, samples),
  };

  async function emptyTree(): Promise<void> {
    const names = (await readdir(tree)).filter((name) => name !== LOCK_FILE);
    await Promise.all(names.map((name) => rm(join(tree, name), { recursive: true })));
  }
}
