// Turns any error of a command into an explanation: what happened, where, and what to do.

import { PackError } from '@prime-registry/archive';
import {
  type ConflictingRequirement,
  isAborted,
  isDoubtfulNotFound,
  isForbidden,
  isInvalid,
  isUnauthenticated,
  isUntrusted,
  RegistryRequestError,
  ResolutionError,
} from '@prime-registry/client';
import { UsageError } from '@prime-registry/command-line';
import { explainBrokenInstallation } from '@prime-registry/launch/broken-installation';
import type { FieldProblem } from '@prime-registry/protocol';
import type { Environment } from '../command.ts';
import { BAD_USAGE, FAILED, INTERRUPTED, INVALID } from '../exit-code.ts';
import { LIMITS_HINT } from '../install/limits-hint.ts';
import { SMALL_STEP_HINT } from '../publish/small-step-hint.ts';
import { CommandError } from './command-error.ts';
import { type PlacedProblem, ValidationError } from './validation-error.ts';

/** An error as it is shown, and the exit code of the command. */
export interface Explanation {
  readonly exitCode: number;
  /** A stable code for programs: from the registry, from the system, or the kind of the error. */
  readonly code: string;
  readonly message: string;
  /** Advice. */
  readonly hint?: string;
  /** The wrong fields. */
  readonly problems?: readonly PlacedProblem[];
}

/** Explains an error to the user. @param environment - for advice about variables that are set by mistake */
export function explainError(error: unknown, environment: Environment = {}): Explanation {
  if (error instanceof UsageError) return { exitCode: BAD_USAGE, code: 'usage', message: error.message };
  if (error instanceof ValidationError || error instanceof CommandError) {
    const { code, message, problems, hint } = error;
    const exitCode = error instanceof ValidationError ? INVALID : FAILED;
    return { exitCode, code, message, problems, ...(hint !== undefined && { hint }) };
  }
  if (error instanceof PackError) return explainUnpackable(error);
  if (error instanceof RegistryRequestError) return explainRequest(error, environment);
  if (error instanceof ResolutionError) {
    const failure = { exitCode: FAILED, code: error.reason.replaceAll('-', '_'), message: error.message };
    if (error.conflicts.length === 0) return failure;
    const message = 'no set of versions satisfies all requirements. Nothing was changed';
    return { ...failure, message, problems: error.conflicts.map(describeConflict) };
  }
  if (isInterruption(error)) return { exitCode: INTERRUPTED, code: 'interrupted', message: 'interrupted' };
  return explainOther(error);
}

/** Most files that are named. */
const MAX_SHOWN = 20;

function explainUnpackable({ message, problems }: PackError): Explanation {
  const explanation = { exitCode: INVALID, code: 'validation', message };
  if (problems.length < 2) return explanation;
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map(({ path, complaint }) => ({ field: path, message: complaint }));
  const hidden = problems.length - shown.length;
  return {
    ...explanation,
    message: `${problems.length} files cannot be packed`,
    problems: [...shown, ...(hidden > 0 ? [{ field: '…', message: `and ${hidden} more` }] : [])],
  };
}

function describeConflict({ by, name, range, problem }: ConflictingRequirement): FieldProblem {
  return { field: name, message: `${by} requires ${range}${problem === undefined ? '' : `: ${problem}`}` };
}

function explainRequest(error: RegistryRequestError, environment: Environment): Explanation {
  if (isAborted(error)) return { exitCode: INTERRUPTED, code: 'interrupted', message: 'interrupted' };
  const hint = findHint(error, environment);
  return {
    exitCode: isInvalid(error) ? INVALID : FAILED,
    code: error.code ?? error.reason,
    message: error.message,
    ...(hint !== undefined && { hint }),
    problems: error.errors,
  };
}

function findHint(error: RegistryRequestError, environment: Environment): string | undefined {
  if (error.code === 'stable_yank_refused') {
    return 'publish a fixed version instead; installs choose the highest one';
  }
  if (error.code === 'version_step_too_small') return SMALL_STEP_HINT;
  if (error.code === 'signature_required') return "'prime publish --sign' signs it with your SSH key";
  if (error.code === 'signer_not_allowed')
    return "'prime scope signers <scope>' lists the keys that may sign";
  if (error.message.includes('a tarball that is larger than the limit of')) return LIMITS_HINT;
  if (isDoubtfulNotFound(error)) {
    return `no other registry was asked. If ${error.registry} really answers so, see 'not-found-pages' and 'known-registries' in the documentation of prime`;
  }
  if (isUnauthenticated(error)) {
    const login = `run 'prime login ${error.registry}' with a token of that registry`;
    if (isSet(environment.GITHUB_ACTIONS) && !isSet(environment.ACTIONS_ID_TOKEN_REQUEST_URL))
      return NO_IDENTITY;
    const isMisnamed = isSet(environment.PRIME_TOKEN) && !isSet(environment.PRIME_REGISTRY_TOKEN);
    return isMisnamed ? `PRIME_TOKEN is not read: set PRIME_REGISTRY_TOKEN, or ${login}` : login;
  }
  if (isUntrusted(error)) return UNTRUSTED;
  if (error.connectionCode === 'ENOTFOUND')
    return 'check the address; if your network has a proxy, name it in HTTPS_PROXY';
  if (error.reason === 'timeout') return "'--timeout <seconds>' waits longer";
  if (isForbidden(error)) return `'prime whoami --remote ${error.registry}' shows what your token may do`;
  return undefined;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}

const NO_IDENTITY =
  "set PRIME_REGISTRY_TOKEN, or let the job have an identity: 'id-token: write' in its permissions, for Forgejo " +
  "'enable-openid-connect: true' in the workflow";

const UNTRUSTED =
  "if your company signs it itself, get the file of its certificate authority (PEM) and give it with '--cafile <file>', " +
  "for good with 'prime config set cafile <file>', or with SSL_CERT_FILE or NODE_EXTRA_CA_CERTS; with NODE_USE_SYSTEM_CA=1, " +
  'the certificates of the operating system count';

function explainOther(error: unknown): Explanation {
  if (!(error instanceof Error)) return { exitCode: FAILED, code: 'failed', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const known = code === undefined ? undefined : SYSTEM_ERRORS[code];
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  if (known !== undefined) return { exitCode: FAILED, code: code ?? 'failed', message: `${path}${known}` };
  const damage = explainBrokenInstallation(error);
  if (damage !== undefined) return { exitCode: FAILED, code: 'damaged', message: damage };
  const failure = { exitCode: FAILED, code: code ?? 'failed', message: error.message };
  return isDefect(error)
    ? { ...failure, hint: 'this is a bug in prime; --verbose shows the stack trace' }
    : failure;
}

/** Errors of the language itself have no message for users. */
function isDefect(error: Error): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
}

const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOSPC: 'the disk is full; nothing was changed',
  EDQUOT: 'the disk quota is exceeded; nothing was changed',
  EROFS: 'the file system is read-only',
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'is a folder, not a file',
  EMFILE: 'too many files are open',
};

function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
