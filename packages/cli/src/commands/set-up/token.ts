// `prime token`: a token that may do less, for a tool that needs no more; and the end of a token.
import { exchangeToken, revokeToken } from '@prime-registry/client';
import { type Flags, flag, toPrintable, UsageError, valued } from '@prime-registry/command-line';
import { formatTimestamp } from '@prime-registry/protocol';
import type { Command, CommandContext } from '../../command.ts';
import { CommandError } from '../../errors/command-error.ts';
import { offered } from '../../errors/offered.ts';
import { readLife, readScope } from '../../identity/attenuation.ts';
import { maskInLog } from '../../identity/mask-in-log.ts';
import { createClientFactory } from '../../registries/client-factory.ts';
import { findOwnFirst } from '../../registries/project-trust.ts';
import { readToken } from '../../registries/read-token.ts';
import { loadAccess } from '../../registries/registry-access.ts';
import { openCredentials } from '../../settings/credentials.ts';
import { getFirst } from '../../settings/load-settings.ts';
import { requireConfirmation } from '../../terminal/ask.ts';

/** A new token, or the end of one. */
export type TokenResult =
  | {
      readonly registry: string;
      readonly token: string;
      /** What it may do, as in `publish prime:@acme/web-style@^1.2`. */
      readonly scope: string;
      readonly expires_at: string;
    }
  | { readonly registry: string; readonly revoked: true };

export const token: Command<TokenResult> = {
  usage: {
    parameters: ['<attenuate|revoke>'],
    asksRegistries: true,
    options: {
      prime: valued('<name>[@<range>]', 'attenuate: a Prime that it may write to, or versions of one', {
        multiple: true,
      }),
      scope: valued('<scope>', 'attenuate: a scope that it may write to', { multiple: true }),
      may: valued('<word>', 'attenuate: publish, yank, read', { multiple: true }),
      expires: valued('<duration>', 'attenuate: when it ends, such as 15m; 1h by default'),
      'token-stdin': flag('Read the token from standard input'),
      yes: flag('revoke: do not ask before the stored token is revoked', 'y'),
    },
    details: [
      "'attenuate' prints a token for the first registry that may do no more, and lives no longer, than yours: that of --token, --token-stdin, PRIME_REGISTRY_TOKEN or 'prime login'. It ends when yours is revoked.",
      "'revoke' ends a token, and all that were made from it. Without --token, --token-stdin and PRIME_REGISTRY_TOKEN that is the stored one, which is then forgotten.",
    ],
    examples: [
      'token attenuate --prime @acme/web-style@^1.2 --may publish --expires 1h',
      'token attenuate --scope @acme --may publish --may yank',
      'token revoke --token-stdin < token.txt',
    ],
  },

  async run(context, flags, [action]) {
    if (action === 'attenuate') return attenuate(context, flags);
    if (action === 'revoke') return revoke(context, flags);
    throw new UsageError(`'${action}' is not one of attenuate and revoke`);
  },

  view: (result) =>
    'revoked' in result ? toPrintable(`The token for ${result.registry} is revoked.`) : result.token,
};

async function attenuate(context: CommandContext, flags: Flags): Promise<TokenResult> {
  const scope = readScope(flags);
  const expiresIn = readLife(flags);
  const { registry, client, secret } = await openToken(context, flags);
  const startMs = Date.now();
  const made = await offered(
    exchangeToken(client, { accessToken: secret, scope, expiresIn }, { signal: context.signal }),
    'tokens that may do less',
  );
  maskInLog(context.terminal, made.token);
  const expires_at = formatTimestamp(startMs + made.expiresIn * 1000);
  return { registry, token: made.token, scope: made.scope ?? scope, expires_at };
}

async function revoke(context: CommandContext, flags: Flags): Promise<TokenResult> {
  const { registry, client, secret, isStored } = await openToken(context, flags);
  if (isStored && flags.yes !== true) {
    const question = `Revoke the stored token for ${registry}? Nothing can act with it any more.`;
    const otherwise = 'this would revoke the stored token, and there is no terminal to ask; give --yes';
    const refusal = 'the token is not revoked: it was not confirmed';
    await requireConfirmation(context, question, refusal, { otherwise });
  }
  await offered(revokeToken(client, secret, { signal: context.signal }), 'revoking tokens');
  if (isStored) {
    await openCredentials(context).forget(registry);
  }
  return { registry, revoked: true };
}

/** The token that a command would use at the first registry, and a client for the exchange, without it. */
async function openToken(context: CommandContext, flags: Flags) {
  const { settings, tokenFor } = await loadAccess(context, flags);
  const registry = getFirst(settings);
  const known = tokenFor(registry);
  const isPiped = flags['token-stdin'] === true;
  // The file came with the project, perhaps from somebody who wants a token.
  if (isPiped && registry !== findOwnFirst(settings))
    throw new UsageError(
      `only the project's file puts ${registry} first; if the token is for it, add '--remote ${registry}'`,
    );
  const secret = isPiped ? await readToken(context, flags, registry) : known.token;
  if (secret === undefined)
    throw new CommandError(`there is no token for ${registry}`, {
      code: 'unauthenticated',
      hint: `run 'prime login ${registry}', or pipe it with --token-stdin`,
    });
  const createClient = await createClientFactory(context, flags, settings);
  const isStored = !isPiped && known.source === 'stored';
  return { registry, secret, isStored, client: createClient(registry, undefined) };
}
