// Why ssh-keygen did not sign, and what to do. Its messages are not translated, and differ little between versions.
import { toPrintable } from '@prime-registry/command-line';
import { CommandError } from '../../errors/command-error.ts';
import type { SigningKey } from './find-signing-key.ts';

/** The end of ssh-keygen. */
export interface SigningEnd {
  /** Null if it was killed. */
  readonly code: number | null;
  /** What it has said on standard error. */
  readonly said: string;
  /** Why it was not started. */
  readonly error?: NodeJS.ErrnoException;
  /** Whether it took too long. */
  readonly isLate: boolean;
}

/** Where it happened. */
interface SigningPlace {
  readonly key: SigningKey;
  /** Whether somebody could be asked for a passphrase. */
  readonly hasTerminal: boolean;
}

/** A reason, and how to recognise it in what ssh-keygen says. */
interface Reason {
  readonly pattern: RegExp;
  readonly code: string;
  readonly message: (place: SigningPlace) => string;
  readonly hint: string;
}

const REASONS: readonly Reason[] = [
  {
    pattern: /(?:unknown|illegal|invalid|unrecognized) option|too many arguments|^usage: ssh-keygen/im,
    code: 'ssh_keygen_too_old',
    message: () => 'this ssh-keygen is too old to sign',
    hint: 'install OpenSSH 8.1 or newer',
  },
  {
    pattern: /time(?:d)?[ -]?out/i,
    code: 'signing_timeout',
    message: () => 'the security key was not touched in time',
    hint: 'run the command again, and touch the key when it blinks',
  },
  {
    pattern: /agent refused operation/i,
    code: 'agent_refused',
    message: ({ key }) => `the SSH agent did not sign with ${describe(key)}`,
    hint: 'it was not confirmed or touched, or the agent is locked; try again',
  },
  {
    pattern: /device not found|no such device|FIDO_ERR_NO_CREDENTIALS|not a valid credential/i,
    code: 'security_key_missing',
    message: ({ key }) => `the security key of ${describe(key)} is not connected`,
    hint: 'connect it, and run the command again',
  },
  {
    pattern: /UNPROTECTED PRIVATE KEY FILE/,
    code: 'signing_key_unprotected',
    message: ({ key }) => `${describe(key)} is readable by others, so ssh-keygen does not use it`,
    hint: 'change its mode to 600, and make a new key if somebody may have read it',
  },
  {
    pattern: /incorrect passphrase|bad passphrase/i,
    code: 'signing_key_locked',
    message: ({ key, hasTerminal }) =>
      hasTerminal
        ? `the passphrase of ${describe(key)} is wrong`
        : `${describe(key)} has a passphrase, and there is no terminal to ask for it`,
    hint: "'ssh-add <key>' gives it to the SSH agent, which asks once",
  },
  {
    pattern: /no private key found|couldn't load public key|no such file or directory|no identities/i,
    code: 'signing_key_not_found',
    message: ({ key }) =>
      `there is no private key for ${describe(key)}, neither next to it nor in an SSH agent`,
    hint: "'ssh-add -l' shows what the agent has; it is found by SSH_AUTH_SOCK",
  },
  {
    pattern:
      /invalid format|error in libcrypto|unknown or unsupported key type|is not a (?:public|private) key/i,
    code: 'signing_key_invalid',
    message: ({ key }) => `${describe(key)} is not an SSH key that ssh-keygen can read`,
    hint: 'name the path of a private or public SSH key',
  },
];

/** The error for an end that is none of a signature. */
export function explainSigning(end: SigningEnd, place: SigningPlace): CommandError {
  const { error, isLate, said } = end;
  if (error?.code === 'ENOENT')
    return new CommandError('signing needs ssh-keygen, and it is not installed', {
      code: 'ssh_keygen_missing',
      hint: 'install OpenSSH 8.1 or newer, such as the package openssh-client; it must be in the PATH',
    });
  if (error !== undefined)
    return new CommandError(`ssh-keygen could not be started: ${error.message}`, { code: 'signing_failed' });
  const reason = REASONS.find(({ pattern }) => pattern.test(said));
  if (isLate && reason === undefined)
    return new CommandError('ssh-keygen did not sign within three minutes', {
      code: 'signing_timeout',
      hint: 'run the command again; type the passphrase, or touch the key when it blinks',
    });
  if (reason !== undefined)
    return new CommandError(toPrintable(reason.message(place)), { code: reason.code, hint: reason.hint });
  const last = said.trim().split('\n').at(-1) ?? '';
  return new CommandError(toPrintable(`ssh-keygen did not sign: ${last === '' ? 'it says nothing' : last}`), {
    code: 'signing_failed',
  });
}

function describe(key: SigningKey): string {
  return 'line' in key ? `the public key of ${key.from}` : key.path;
}
