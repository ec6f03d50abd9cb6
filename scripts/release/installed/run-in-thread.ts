// Runs an installed command in a thread, which loads the files that a process would, in a fraction of its processor time.
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Runs it until it ends. @param program - its `main.js` */
export async function runInThread(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const thread = new Worker(pathToFileURL(program), {
    argv: [...args],
    env,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  const exited = once(thread, 'exit') as Promise<[code: number]>;
  const [stdout, stderr, [code]] = await Promise.all([text(thread.stdout), text(thread.stderr), exited]);
  return { code, stdout, stderr };
}
