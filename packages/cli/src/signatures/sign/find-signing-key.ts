// Which key signs: what the command line names, or the setting `signing-key`, or what git signs commits with.
import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { CommandContext, Environment } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { findKeyLine } from './key-line.ts';

/** A key that `ssh-keygen` can sign with. */
export type SigningKey =
  /** The absolute path of a private key, or of a public key whose private half is next to it or in an agent. */
  | { readonly path: string; readonly from: string }
  /** A public key, as one line; an agent has its private half. */
  | { readonly line: string; readonly from: string };

/** How a key is named. */
interface NamedKey {
  readonly text: string;
  /** Who names it, for messages. */
  readonly from: string;
}

/** Where keys may be named. */
export interface KeySources {
  /** On the command line; undefined if none is named there. */
  readonly named: string | undefined;
  /** The setting `signing-key`. */
  readonly setting: string | undefined;
}

/** What git says at once; it only reads files. */
const GIT_TIMEOUT_MS = 10_000;

/**
 * Finds the key.
 * @throws CommandError `no_signing_key` if none is named anywhere; `signing_key_not_found` if it is not there
 */
export async function findSigningKey(
  { folder, environment }: Pick<CommandContext, 'folder' | 'environment'>,
  { named, setting }: KeySources,
): Promise<SigningKey> {
  const chosen =
    named !== undefined
      ? { text: named, from: 'the command line' }
      : setting !== undefined
        ? { text: setting, from: "the setting 'signing-key'" }
        : await findGitKey(folder, environment);
  const { text, from } = chosen;
  const line = findKeyLine(text);
  if (line !== undefined) return { line, from };
  if (text.startsWith('key::'))
    throw notFound(`the key of ${from} is none: after 'key::' comes a public key on one line`);
  const path = resolve(folder, expandHome(text, environment));
  const isFile = await stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
  if (!isFile) throw notFound(`there is no key ${path}, which ${from} names`);
  return { path, from };
}

/** `~/` is for shells, which do not expand it after `=`. */
function expandHome(text: string, { HOME, USERPROFILE }: Environment): string {
  return /^~[/\\]/.test(text) ? join(HOME ?? USERPROFILE ?? homedir(), text.slice(2)) : text;
}

/** The key that git signs commits with, if it signs with SSH keys. */
async function findGitKey(folder: string, environment: Environment): Promise<NamedKey> {
  const format = await askGit(folder, environment, ['--get', 'gpg.format']);
  const text =
    format === 'ssh'
      ? await askGit(folder, environment, ['--type=path', '--get', 'user.signingkey'])
      : undefined;
  if (text !== undefined && text !== '') return { text, from: "git's user.signingkey" };
  const why =
    format === 'ssh'
      ? 'git has no user.signingkey'
      : 'git does not sign with an SSH key (gpg.format is not ssh)';
  throw new CommandError(`no key to sign with is named, and ${why}`, {
    code: 'no_signing_key',
    hint: "name one, as in '--sign=~/.ssh/id_ed25519.pub', or for good with 'prime config set signing-key ~/.ssh/id_ed25519.pub'",
  });
}

/** A setting of git; undefined if it is not set, or there is no git. */
function askGit(
  folder: string,
  environment: Environment,
  args: readonly string[],
): Promise<string | undefined> {
  return new Promise((found) => {
    // Windows looks for programs in the working folder first: not in that of a checkout.
    const options = { cwd: dirname(process.execPath), env: { ...environment }, timeout: GIT_TIMEOUT_MS };
    execFile('git', ['-C', folder, 'config', ...args], options, (error, stdout) =>
      found(error === null ? stdout.trim() : undefined),
    );
  });
}

function notFound(message: string): CommandError {
  return new CommandError(message, {
    code: 'signing_key_not_found',
    hint: "name the path of a private or public SSH key, or the public key itself: 'key::ssh-ed25519 AAAA…'",
  });
}
