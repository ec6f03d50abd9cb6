// The tokens that a command gets for the identity of its CI job: one for each registry that it writes to, revoked when
// the command ends. A revocation also ends the identity token. So where a job has one token for all its commands, the
// last token of the registry is left to end by itself; the next command replaces it.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type ExchangedToken, exchangeToken, type RegistryClient, revokeToken } from '@prime-registry/client';
import { toPrintable } from '@prime-registry/command-line';
import type { CommandContext } from '../command.ts';
import type { FetchFor } from '../registries/outbound.ts';
import { stateFolder } from '../settings/folders.ts';
import { findAudience } from './find-audience.ts';
import type { IdentitySource } from './identity-source.ts';
import { maskInLog } from './mask-in-log.ts';
import { findNonce } from './nonce-file.ts';
import { explainRefusal } from './refused-identity.ts';
import { requestIdentity } from './request-identity.ts';

export interface IdentitySessionDeps {
  readonly context: CommandContext;
  readonly source: IdentitySource;
  /** A client of a registry without a token, for the exchange itself. */
  readonly anonymous: (registry: string) => RegistryClient;
  /** For the endpoint of the runner. */
  readonly fetchFor: FetchFor;
}

/** A token, and when it should no longer be used. */
interface Held {
  readonly registry: string;
  readonly token: string;
  readonly freshUntilMs: number;
}

/** A token is exchanged again this long before its end, in milliseconds: an upload takes time. */
const RENEWAL_MS = 3 * 60_000;
/** How long a revocation may take, in milliseconds: the token ends soon by itself. */
const REVOCATION_MS = 5000;

/** The identity of one command. */
export class IdentitySession {
  readonly #deps: IdentitySessionDeps;
  readonly #held = new Map<string, Held>();
  /** Tokens to revoke: also those that were replaced. */
  readonly #given: Held[] = [];
  readonly #flights = new Map<string, Promise<Held>>();

  constructor(deps: IdentitySessionDeps) {
    this.#deps = deps;
  }

  /**
   * The token for a registry, exchanged at the first call and again near its end.
   * @throws CommandError, RegistryRequestError: without a token the command must end, and not go on with another one
   */
  async tokenFor(registry: string): Promise<string> {
    const held = this.#held.get(registry);
    if (held !== undefined && Date.now() < held.freshUntilMs) return held.token;
    const flight = this.#flights.get(registry) ?? this.#exchange(registry);
    this.#flights.set(registry, flight);
    try {
      return (await flight).token;
    } finally {
      this.#flights.delete(registry);
    }
  }

  /** Revokes all tokens, unless the job needs its identity again; one that cannot be revoked ends by itself. */
  async revoke(): Promise<void> {
    const { context, anonymous, source } = this.#deps;
    if (!source.givesFreshTokens) return;
    await Promise.all(
      this.#given.splice(0).map(async ({ registry, token }) => {
        try {
          // Not the signal of the command: after an interruption, too.
          await revokeToken(anonymous(registry), token, { signal: AbortSignal.timeout(REVOCATION_MS) });
        } catch {
          context.terminal.warn(
            `the token for ${registry} could not be revoked; it ends by itself after some minutes`,
          );
        }
      }),
    );
  }

  async #exchange(registry: string): Promise<Held> {
    const { context, source, anonymous, fetchFor } = this.#deps;
    const { environment, signal, terminal } = context;
    const client = anonymous(registry);
    const audience = await findAudience(client, source, signal);
    const { ACTIONS_ID_TOKEN_REQUEST_URL: runner = '' } = environment;
    const send = fetchFor(URL.canParse(runner) ? runner : registry);
    const identityToken = await requestIdentity(source, { environment, audience, signal, fetch: send });
    maskInLog(terminal, identityToken);
    const nonce = await this.#findNonce(identityToken);
    const startMs = Date.now();
    let exchanged: ExchangedToken;
    try {
      exchanged = await exchangeToken(client, { identityToken, nonce }, { signal });
    } catch (error) {
      throw explainRefusal(error, source);
    }
    const { token, expiresIn, identity } = exchanged;
    maskInLog(terminal, token);
    const lifeMs = expiresIn * 1000;
    const held = { registry, token, freshUntilMs: startMs + Math.max(lifeMs - RENEWAL_MS, lifeMs / 2) };
    const isFirst = !this.#held.has(registry);
    this.#held.set(registry, held);
    this.#given.push(held);
    const { description = 'an identity', rule } = identity ?? {};
    const allowed = rule === undefined ? '' : `, allowed by the rule '${rule}'`;
    if (isFirst)
      terminal.note(toPrintable(`Acting as ${description} (${source.label})${allowed} of ${registry}`));
    return held;
  }

  #findNonce(token: string): Promise<string> | string {
    const { source, context } = this.#deps;
    if (source.givesFreshTokens) return randomBytes(32).toString('base64url');
    return findNonce(join(stateFolder(context.environment), 'identity'), token);
  }
}
