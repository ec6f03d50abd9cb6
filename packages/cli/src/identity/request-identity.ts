// Gets the identity token of a CI job, for one audience. A token for another audience is never handed on: anyone who gets
// it could act with it elsewhere.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type FetchResponse, type RegistryFetch, singleLine } from '@prime-registry/client';
import type { Environment } from '../command.ts';
import { CommandError } from '../errors/command-error.ts';
import type { IdentitySource } from './identity-source.ts';

/** What a token is requested with. */
export interface IdentityRequest {
  readonly environment: Environment;
  /** The only audience that the token may have. */
  readonly audience: string;
  readonly signal: AbortSignal;
  readonly fetch: RegistryFetch;
}

/** Longest token, in characters; registries accept no longer one. */
const MAX_TOKEN_LENGTH = 16 * 1024;
/** Largest answer of a runner. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** How long a runner may take, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** @throws CommandError if there is no token, or one for somebody else */
export async function requestIdentity(source: IdentitySource, request: IdentityRequest): Promise<string> {
  const token = (await readToken(source, request)).trim();
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) || token.length > MAX_TOKEN_LENGTH)
    throw new CommandError(`the identity token of ${source.label} is not a signed JSON Web Token`, {
      code: 'identity_unavailable',
    });
  requireAudience(source, token, request.audience);
  return token;
}

async function readToken({ kind }: IdentitySource, request: IdentityRequest): Promise<string> {
  const { environment, audience } = request;
  switch (kind) {
    case 'env':
      return environment.PRIME_ID_TOKEN?.trim() || readTokenFile(environment.PRIME_ID_TOKEN_FILE ?? '');
    case 'github':
      return requestFromRunner(request);
    case 'circleci': {
      // The variable has the organization as its audience, unless that was changed in the settings of CircleCI.
      const ready = environment.CIRCLE_OIDC_TOKEN_V2?.trim() ?? '';
      if (readAudiences(ready)?.join() === audience) return ready;
      return run('circleci', ['run', 'oidc', 'get', '--claims', JSON.stringify({ aud: audience })], request);
    }
    case 'buildkite':
      // Without being asked, the token has only names, which somebody else can have later.
      return run(
        'buildkite-agent',
        ['oidc', 'request-token', '--audience', audience, '--claim', 'organization_id,pipeline_id'],
        request,
      );
  }
}

async function readTokenFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw unavailable(`PRIME_ID_TOKEN_FILE names ${path}, which cannot be read`, error);
  }
}

/** The endpoint of the runner of GitHub and Forgejo. The address and its password come from the runner itself. */
async function requestFromRunner({
  environment,
  audience,
  signal,
  fetch: send,
}: IdentityRequest): Promise<string> {
  const address = environment.ACTIONS_ID_TOKEN_REQUEST_URL ?? '';
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw unavailable('ACTIONS_ID_TOKEN_REQUEST_URL is not an address');
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  try {
    const { status, body } = await send(url.href, {
      method: 'GET',
      headers: {
        authorization: `Bearer ${environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN?.trim()}`,
        accept: 'application/json',
      },
      // The password is for that address alone.
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (status !== 200) {
      await body?.cancel();
      throw new Error(`it answered ${status}`);
    }
    const { value } = JSON.parse(await readText(body)) as { readonly value?: unknown };
    return typeof value === 'string' ? value : '';
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Error ? singleLine(error.message) : '';
    throw unavailable(`the runner gives no identity token: ${why}`, error);
  }
}

async function readText(body: FetchResponse['body']): Promise<string> {
  const reader = body?.getReader();
  const pieces: Uint8Array[] = [];
  let sizeBytes = 0;
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    pieces.push(piece.value);
    sizeBytes += piece.value.length;
    if (sizeBytes > MAX_ANSWER_BYTES) {
      await reader?.cancel();
      throw new Error(`its answer has more than ${MAX_ANSWER_BYTES} bytes`);
    }
  }
  return Buffer.concat(pieces).toString();
}

async function run(
  program: string,
  args: readonly string[],
  { environment, signal }: IdentityRequest,
): Promise<string> {
  try {
    const env = { ...environment };
    const { stdout } = await promisify(execFile)(program, args, { env, signal, timeout: TIMEOUT_MS });
    return stdout;
  } catch (error) {
    signal.throwIfAborted();
    // Its output may have a token.
    throw unavailable(`'${[program, ...args.slice(0, 3)].join(' ')} …' gives no identity token`, error);
  }
}

/** @throws CommandError unless the audience is the only one */
function requireAudience({ label }: IdentitySource, token: string, audience: string): void {
  const has = readAudiences(token);
  if (has?.length === 1 && has[0] === audience) return;
  const shown = has === undefined || has.length === 0 ? 'nobody' : singleLine(has.join(', '), 200);
  throw new CommandError(
    `the identity token of ${label} is for ${shown}, not for ${audience} alone; it was not sent`,
    {
      code: 'wrong_audience',
      hint: `request a token whose audience ('aud') is ${audience}`,
    },
  );
}

/** The audiences that a token names; the registry verifies them, prime does not. */
function readAudiences(token: string): readonly string[] | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { aud } = payload as { readonly aud?: unknown };
    const all = Array.isArray(aud) ? aud : [aud];
    return all.every((each) => typeof each === 'string') ? all : undefined;
  } catch {
    return undefined;
  }
}

function unavailable(message: string, cause?: unknown): CommandError {
  return new CommandError(message, {
    cause,
    code: 'identity_unavailable',
    hint: "'--identity none' uses the token of 'prime login' instead",
  });
}
