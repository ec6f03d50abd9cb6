// Gets the identity token of a CI job, for one audience. A token for another audience is never handed on: anyone who gets
// it could act with it elsewhere.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { singleLine } from '@prime-registry/client';
import { CommandError } from '../errors/command-error.ts';
import { type IdentityRequest, TIMEOUT_MS, unavailable } from './identity-request.ts';
import type { IdentitySource } from './identity-source.ts';
import { requestFromRunner } from './request-from-runner.ts';

/** Longest token, in characters; registries accept no longer one. */
const MAX_TOKEN_LENGTH = 16 * 1024;

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
