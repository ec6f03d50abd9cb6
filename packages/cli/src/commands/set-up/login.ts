// `prime login`: stores a token for a registry, after the registry has accepted it.

import { isAborted, isNotFound, type RegistryClient, type TokenIdentity } from '@prime-registry/client';
import { type Flags, flag, formatColumns, UsageError } from '@prime-registry/command-line';
import type { Command, CommandContext } from '../../command.ts';
import { createClientFactory } from '../../registries/client-factory.ts';
import { offerFallback } from '../../registries/offer-fallback.ts';
import { readToken } from '../../registries/read-token.ts';
import { describeHolder } from '../../registries/token-holder.ts';
import { changeSettings } from '../../settings/change-settings.ts';
import { openCredentials } from '../../settings/credentials.ts';
import { configFolder } from '../../settings/folders.ts';
import { type EffectiveSettings, getFirst, loadSettings, parseUrl } from '../../settings/load-settings.ts';
import { userSettingsPath } from '../../settings/settings.ts';

export interface LoginResult extends Partial<TokenIdentity> {
  readonly registry: string;
  /** Whether the registry identified the token; not every registry can. */
  readonly verified: boolean;
  /** Whether the registry was added to the user's own list. */
  readonly added_to_registries: boolean;
}

export const login: Command<LoginResult> = {
  usage: {
    parameters: ['[url]'],
    options: {
      'token-stdin': flag('Read the token from standard input'),
    },
    asksRegistries: true,
    details: [
      'Without a URL, uses the first configured registry. Asks for the token, or reads it from standard input if ' +
        'that is not a terminal. Stores it in credentials.yaml in your settings folder, readable only by you, and ' +
        'sends it to this registry only.',
    ],
    examples: [
      'login https://primes.example.com',
      'login https://primes.example.com --token-stdin < token.txt',
    ],
  },

  async run(context, flags, [url]) {
    // Without --remote, which applies to this command only: later commands use these registries.
    const settings = await loadSettings(context);
    const registry = chooseRegistry(context, flags, { settings, url });
    if (!isEncrypted(registry)) {
      context.terminal.warn(`${registry} is not encrypted: others on the network may read the token`);
    }
    const token = await readToken(context, flags, registry);
    const createClient = await createClientFactory(context, flags, settings);
    const client = createClient(registry, token);
    const holder = await findHolder(client, context);
    if (holder !== undefined) await learnErrors(client, context);
    await openCredentials(context).store(registry, token);
    const isKnown = listKnown(settings).includes(registry);
    if (!isKnown) {
      // Not with the list as it was before the token was asked for: another login may have added to it.
      await changeSettings(userSettingsPath(configFolder(context.environment)), { added: registry });
    }
    await offerFallback(context);
    return { registry, verified: holder !== undefined, ...holder, added_to_registries: !isKnown };
  },

  view({ registry, verified, added_to_registries: isAdded, ...holder }, terminal) {
    const lines = [terminal.paint('green', `The token for ${registry} is stored.`)];
    if (verified) lines.push(formatColumns(describeHolder(holder as TokenIdentity)));
    else lines.push('Not verified: this registry cannot identify tokens.');
    if (isAdded) lines.push('The registry was added at the end of your list of registries.');
    return lines.join('\n');
  },
};

function chooseRegistry(
  { terminal }: CommandContext,
  { remote, token, 'token-stdin': isPiped }: Flags,
  { settings, url }: { settings: EffectiveSettings; url: string | undefined },
): string {
  const [given, ...more] = [url ?? [], remote ?? []].flat().map(String);
  if (more.length > 0) throw new UsageError('a login is for one registry; give one URL');
  if (given !== undefined) return parseUrl(url === undefined ? '--remote' : '<url>', given);
  const first = getFirst(settings);
  const isAsked = terminal.isInteractive && token === undefined && isPiped !== true;
  if (settings.registriesFrom === 'project' && !isAsked) {
    // The file came with the project, and without a prompt the user does not see where the token goes.
    throw new UsageError(
      `only the project's file names a registry; if the token is for that one, run: prime login ${first}`,
    );
  }
  return first;
}

/** Identifies the token; undefined if the registry cannot do that. */
async function findHolder(
  client: RegistryClient,
  { terminal, signal }: CommandContext,
): Promise<TokenIdentity | undefined> {
  try {
    return await client.whoami({ signal });
  } catch (error) {
    if (isNotFound(error)) return undefined;
    terminal.note('The token was not stored.');
    throw error;
  }
}

/**
 * Asks for an atom that nobody has, so that the client learns whether this registry explains its errors. From
 * then on, no proxy in front of it can say that a Prime does not exist.
 */
async function learnErrors(client: RegistryClient, { signal }: CommandContext): Promise<void> {
  await client.atom('@prime-registry/no-such-atom', { signal }).catch((error: unknown) => {
    if (isAborted(error)) throw error;
  });
}

/** Registries that need not be added to the list. */
function listKnown({ registries, user, project, pins }: EffectiveSettings): string[] {
  const pinned = [...pins.values()].map((pin) => pin.registry);
  return [...registries, ...user.registries, ...project.registries, ...pinned];
}

function isEncrypted(registry: string): boolean {
  const { protocol, hostname } = new URL(registry);
  return protocol === 'https:' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}
