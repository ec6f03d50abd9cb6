// A machine that runs jobs: Node.js, and an npm that records what it installs and puts the command `prime` in place.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE, PRIME_MAIN } from '@prime-registry/testkit';

/** A script that has ended. */
export interface ScriptResult {
  readonly code: number | null;
  /** Both streams, as a runner shows them. */
  readonly log: string;
}

/** The caller must remove it. */
export interface Machine extends AsyncDisposable {
  /** The checkout: an empty folder. */
  readonly workspace: string;
  /** An empty folder for files of the runner. */
  readonly temporary: string;
  /** What npm was asked to do, one line each. */
  npmCalls(): Promise<string[]>;
  /** Runs a script with bash, in the checkout, with these variables and those of any shell. */
  run(script: string, environment: Readonly<Record<string, string>>): Promise<ScriptResult>;
}

export async function createMachine(): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'prime-ci-'));
  const [bin, workspace, temporary] = ['bin', 'workspace', 'temporary'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [bin, workspace, temporary]) await mkdir(folder);
  const executable = async (path: string, text: string): Promise<void> => {
    await writeFile(path, `#!/bin/bash\n${text}\n`);
    await chmod(path, 0o755);
  };
  await symlink(process.execPath, join(bin, 'node'));
  await executable(join(root, 'prime'), `exec '${process.execPath}' '${PRIME_MAIN}' "$@"`);
  await executable(join(bin, 'npm'), `echo "$@" >> '${root}/npm.log'; ln -s '${root}/prime' '${bin}/prime'`);
  const system = { PATH: `${bin}:/usr/bin:/bin`, HOME: root, NODE_COMPILE_CACHE: COMPILE_CACHE };
  return {
    workspace,
    temporary,
    async npmCalls() {
      const text = await readFile(join(root, 'npm.log'), 'utf8').catch(() => '');
      return text.split('\n').filter((line) => line !== '');
    },
    async run(script, environment) {
      const path = join(temporary, 'script.sh');
      await writeFile(path, script);
      const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', path], {
        cwd: workspace,
        env: { ...system, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let log = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          log += text;
        });
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, log };
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
