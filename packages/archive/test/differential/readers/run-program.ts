// Runs a program to its end.
import { spawn, spawnSync } from 'node:child_process';

/** The standard output. @throws Error with the standard error if the program fails */
export function runProgram(program: string, args: readonly string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Some programs convert paths to the character set of the locale.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === 0) resolve(output.stdout);
    else reject(new Error(`${program} ended with ${code}: ${output.stderr}`));
  });
  return promise;
}

/** The first line that a program prints, or undefined if it does not run. */
export function findFirstLine(program: string, args: readonly string[]): string | undefined {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 ? (stdout || stderr).split('\n')[0] : undefined;
}
