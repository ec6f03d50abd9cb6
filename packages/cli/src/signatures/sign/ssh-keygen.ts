// Signs with OpenSSH's own program, so that agents and hardware keys work, and no private key is ever read here.
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPrintable } from '@prime-registry/command-line';
import type { CommandContext, Environment } from '../../command.ts';
import { createTemporaryFolder } from '../../files/temporary.ts';
import { explainSigning, type SigningEnd } from './explain-signing.ts';
import type { SigningKey } from './find-signing-key.ts';

export interface SigningJob {
  readonly key: SigningKey;
  /** Keeps signatures for one purpose from counting for another one. */
  readonly namespace: string;
  readonly statement: string;
}

/** How long a person may take to type a passphrase, or to touch a key. */
const PATIENCE_MS = 180_000;

/** What is kept of the messages of ssh-keygen, in characters. */
const MAX_SAID = 4096;

/** Only the user reads it. */
const OWNER_ONLY = 0o600;

/** Variables with secrets that ssh-keygen has no use for. */
const OWN_SECRETS = ['PRIME_REGISTRY_TOKEN', 'PRIME_ID_TOKEN'];

/**
 * Signs a statement (OpenSSH PROTOCOL.sshsig).
 * @returns the armored signature, as ssh-keygen wrote it
 * @throws CommandError that says why it did not
 */
export async function signWithSshKeygen(
  context: Pick<CommandContext, 'terminal' | 'environment' | 'signal'>,
  { key, namespace, statement }: SigningJob,
): Promise<string> {
  await using temporary = await createTemporaryFolder();
  const [message, keyFile] = [join(temporary.path, 'statement'), join(temporary.path, 'key.pub')];
  await writeFile(message, statement, { mode: OWNER_ONLY });
  if ('line' in key) await writeFile(keyFile, `${key.line}\n`, { mode: OWNER_ONLY });
  const path = 'line' in key ? keyFile : key.path;
  await noteTouch(context, key);
  // A file and not standard input: without a terminal, ssh-keygen would read the passphrase from there.
  const args = ['-Y', 'sign', '-n', namespace, '-f', path, message];
  const end = await run(args, temporary.path, context);
  context.signal.throwIfAborted();
  if (end.code !== 0) throw explainSigning(end, { key, hasTerminal: hasTerminal(context) });
  return await readFile(`${message}.sig`, 'utf8');
}

function run(
  args: readonly string[],
  folder: string,
  context: Pick<CommandContext, 'terminal' | 'environment' | 'signal'>,
): Promise<SigningEnd> {
  const { environment, signal } = context;
  return new Promise((ended) => {
    let [said, isLate] = ['', false];
    const child = spawn('ssh-keygen', args, {
      // Windows looks for programs in the working folder first: not in that of a checkout.
      cwd: folder,
      env: withoutSecrets(environment),
      stdio: ['ignore', 'ignore', 'pipe'],
      // Without a terminal to ask at, it must not find one either: it would wait for nobody.
      detached: !hasTerminal(context) && process.platform !== 'win32',
    });
    const stop = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, PATIENCE_MS);
    signal.addEventListener('abort', stop, { once: true });
    const finish = (end: Pick<SigningEnd, 'code' | 'error'>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      ended({ ...end, said, isLate });
    };
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-MAX_SAID);
    });
    child.on('error', (error) => finish({ code: null, error }));
    child.on('close', (code) => finish({ code }));
  });
}

function withoutSecrets(environment: Environment): NodeJS.ProcessEnv {
  const shared = Object.entries(environment).filter(([name]) => !OWN_SECRETS.includes(name));
  return Object.fromEntries(shared);
}

/** Whether somebody can be asked for a passphrase: ssh-keygen asks at the terminal itself, also with `--json`. */
function hasTerminal({ terminal }: Pick<CommandContext, 'terminal'>): boolean {
  return terminal.streams.stdin.isTTY === true && !terminal.ci.isCi;
}

/** ssh-keygen says so only if its standard error is a terminal. */
async function noteTouch(context: Pick<CommandContext, 'terminal'>, key: SigningKey): Promise<void> {
  if (!hasTerminal(context)) return;
  const line = 'line' in key ? key.line : await findPublicLine(key.path);
  if (!line?.startsWith('sk-')) return;
  const shown = 'line' in key ? 'your security key' : `the security key of ${key.path}`;
  context.terminal.note(toPrintable(`Touch ${shown} when it blinks.`));
}

/** The public half next to a key. */
async function findPublicLine(path: string): Promise<string | undefined> {
  const publicPath = path.endsWith('.pub') ? path : `${path}.pub`;
  return readFile(publicPath, 'utf8').catch(() => undefined);
}
