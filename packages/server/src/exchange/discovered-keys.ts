// The keys of an issuer from the issuer itself (OpenID Connect Discovery 1.0, section 4).
import { parseKeySet } from '@prime-registry/identity';
import { quote } from '@prime-registry/protocol';
import { describeFailure } from '../outbound/describe-failure.ts';
import { createGuardedFetch, type WayOut } from '../outbound/guarded-fetch.ts';
import { type IssuerSettings, type KeySource, KeysUnavailableError } from './issuer-source.ts';

/** How long the keys are used without being asked for again. */
const MAX_AGE_MS = 600_000;
/** The shortest time between two requests for the keys. */
const PAUSE_MS = 30_000;
/** The longest request, from the connection to the last byte. */
const REQUEST_MS = 5000;
/** Far more than known issuers send: some KiB. */
const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Opens the issuer; connects when the keys are read.
 * @param openWay - how requests leave; may throw KeysUnavailableError
 */
export function openDiscoveredKeys(settings: IssuerSettings, openWay: () => WayOut): KeySource {
  const { issuer } = settings;
  const hosts = new Map<string, ReturnType<typeof createGuardedFetch>>();
  const ask = async (url: string): Promise<unknown> => {
    const { host } = new URL(url);
    const guarded = hosts.get(host) ?? createGuardedFetch(toTarget(settings, url), openWay());
    hosts.set(host, guarded);
    return readAnswer(url, guarded.fetch);
  };
  return {
    ...{ maxAgeMs: MAX_AGE_MS, pauseMs: PAUSE_MS, isShared: true },
    async read() {
      if (!/^https?:/.test(issuer) || !URL.canParse(issuer))
        throw new KeysUnavailableError('its name is not an address to ask; give its keys in a file');
      // Only here: the path is appended without the slash at the end (section 4.1), and the issuer stays as it is.
      const description = await ask(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
      const keys = parseKeySet(JSON.stringify(await ask(readKeyAddress(settings, description))));
      if (keys.ok) return keys.value;
      throw new KeysUnavailableError(`its key set ${keys.message}`);
    },
    async close() {
      await Promise.all([...hosts.values()].map(({ close }) => close()));
    },
  };
}

function toTarget({ allowPrivateAddresses = false }: IssuerSettings, url: string) {
  return {
    ...{ url, timeoutMs: REQUEST_MS, allowsPrivateAddresses: allowPrivateAddresses },
    howToAllow: 'set allow-private-addresses for this issuer to allow it',
  };
}

/** @throws KeysUnavailableError if the description is not that of the issuer, or names no address for its keys */
function readKeyAddress({ issuer }: IssuerSettings, description: unknown): string {
  const { issuer: described, jwks_uri: address } = (description ?? {}) as Record<string, unknown>;
  // Byte for byte (section 4.3): another issuer could describe itself here.
  if (described !== issuer)
    throw new KeysUnavailableError(
      `its openid-configuration is that of ${typeof described === 'string' ? quote(described) : 'nobody'}`,
    );
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new KeysUnavailableError("its openid-configuration has no address as 'jwks_uri'");
  const { protocol, username, password } = new URL(address);
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol)
    throw new KeysUnavailableError(`its 'jwks_uri' is ${quote(address)}, which is not https`);
  if (username !== '' || password !== '')
    throw new KeysUnavailableError("its 'jwks_uri' contains credentials");
  return address;
}

async function readAnswer(url: string, send: typeof fetch): Promise<unknown> {
  try {
    const response = await send(url, {
      headers: { accept: 'application/json', 'user-agent': 'prime-registry' },
      // A redirect would lead to an address that neither the operator nor the issuer has given.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const text = await readText(response);
    if (response.status !== 200)
      throw new KeysUnavailableError(
        `it answers ${new URL(url).pathname} with the status ${response.status}`,
      );
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof KeysUnavailableError) throw error;
    const { pathname } = new URL(url);
    throw new KeysUnavailableError(
      error instanceof SyntaxError
        ? `its answer to ${pathname} is not JSON`
        : describeFailure(error, REQUEST_MS),
      { cause: error },
    );
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    // Leaving the loop ends the connection.
    if (sizeBytes > MAX_ANSWER_BYTES)
      throw new KeysUnavailableError(`its answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
