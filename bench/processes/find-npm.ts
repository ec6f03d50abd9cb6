// Finds npm as a script, to run it with the same Node.js.
import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

/** An npm on this machine. */
export interface NpmProgram {
  /** Path of its npm-cli.js. */
  readonly cli: string;
  readonly version: string;
}

/**
 * The npm that runs the benchmark, else the global one.
 * @throws Error if there is none
 */
export async function getNpm(): Promise<NpmProgram> {
  const running = process.env.npm_execpath;
  const cli = running !== undefined && basename(running) === 'npm-cli.js' ? running : await getGlobalCli();
  const manifest = await readFile(join(cli, '..', '..', 'package.json'), 'utf8');
  return { cli, version: (JSON.parse(manifest) as { version: string }).version };
}

async function getGlobalCli(): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('npm', ['root', '--global']);
    const cli = join(stdout.trim(), 'npm', 'bin', 'npm-cli.js');
    await access(cli);
    return cli;
  } catch (error) {
    throw new Error('npm was not found. Run the benchmark with `npm run bench`', { cause: error });
  }
}
