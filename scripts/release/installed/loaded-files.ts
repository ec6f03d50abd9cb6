// The files of an installed command that Node.js loads.
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

/** Writes the URL of each file to standard error when the process ends. */
const LIST_FILES = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
  process.on('exit', () => console.error(urls.filter((url) => url.startsWith('file:')).join('\\n')));`;

/** How a command is run. */
export interface LoadingRun {
  readonly cwd: string;
  readonly environment: NodeJS.ProcessEnv;
}

/** Runs a command, which must succeed and print nothing to standard error. @param program - its `main.js` */
export function runAndListFiles(
  program: string,
  args: readonly string[],
  { cwd, environment }: LoadingRun,
): { readonly stdout: string; readonly files: readonly string[] } {
  const hook = `data:text/javascript,${encodeURIComponent(LIST_FILES)}`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', hook, program, ...args], {
    cwd,
    encoding: 'utf8',
    env: environment,
  });
  const files = stderr.trimEnd().split('\n');
  if (status !== 0 || !files.every((file) => file.startsWith('file:'))) throw new Error(stderr);
  return { stdout, files: files.map((file) => basename(file)) };
}
