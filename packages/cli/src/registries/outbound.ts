// How requests to registries leave this machine: through the proxies of the environment, and with the certificate
// authorities that the user trusts. The file of a project decides neither: with both, its author could read tokens.
import { resolve } from 'node:path';
import type { RegistryFetch } from '@prime-registry/client';
import { type Flags, UsageError } from '@prime-registry/command-line';
import {
  CertificateFileError,
  ProxyRules,
  ProxySettingError,
  readCertificates,
  readProxyVariables,
} from '@prime-registry/network';
import type { CommandContext } from '../command.ts';
import { once } from '../once.ts';
import type { EffectiveSettings } from '../settings/load-settings.ts';
import { createDirectFetch } from './direct/direct-fetch.ts';

/** Returns the fetch for a registry. @throws UsageError */
export type FetchFor = (baseUrl: string) => RegistryFetch;

/** Prepares the fetch of a command. The library for proxies is only loaded for requests that need it. */
export function createFetchFor(
  context: Pick<CommandContext, 'environment' | 'terminal' | 'folder'>,
  flags: Flags,
  { user }: Pick<EffectiveSettings, 'user'>,
): FetchFor {
  const { environment, terminal } = context;
  const proxies = new ProxyRules(readProxyVariables(environment));
  const readAuthorities = once(() => findAuthorities(context, flags, user.cafile));
  const open = once(async () => {
    const { openOutbound } = await import('@prime-registry/network/outbound');
    return openOutbound({ proxies, certificates: readAuthorities() });
  });
  const direct = createDirectFetch(readAuthorities);
  const hasFile = typeof flags.cafile === 'string' || user.cafile !== undefined;

  return (baseUrl) => {
    const url = new URL(baseUrl);
    const proxy = usably(() => proxies.find(url));
    if (proxy !== undefined) terminal.detail(`${baseUrl} is asked through the proxy ${proxy.label}`);
    // A wrong file is reported before anything is sent.
    if (hasFile || url.protocol === 'https:') usably(readAuthorities);
    // A redirect may lead to a host with another way.
    const send: RegistryFetch = async (url, request) =>
      proxies.find(new URL(url)) === undefined ? direct(url, request) : (await open()).fetch(url, request);
    const { prepareConnections } = direct;
    return proxy === undefined && prepareConnections !== undefined
      ? Object.assign(send, { prepareConnections })
      : send;
  };
}

/** The first of `--cafile`, the user's setting and SSL_CERT_FILE, as PEM. */
function findAuthorities(
  { environment, terminal, folder }: Pick<CommandContext, 'environment' | 'terminal' | 'folder'>,
  flags: Flags,
  cafile: string | undefined,
): readonly string[] {
  if (typeof flags.cafile === 'string') return readNamed('--cafile', resolve(folder, flags.cafile));
  if (cafile !== undefined) return readNamed('cafile', cafile);
  const shared = environment.SSL_CERT_FILE ?? '';
  if (shared === '') return [];
  try {
    return readCertificates(shared);
  } catch (error) {
    if (!(error instanceof CertificateFileError)) throw error;
    // Other programs set it, also to files that are gone.
    terminal.warn(`SSL_CERT_FILE is ignored: ${error.message}`);
    return [];
  }
}

/** The certificates of a file that the user has named. @throws UsageError that begins with `where` */
export function readNamed(where: string, path: string): readonly string[] {
  try {
    return readCertificates(path);
  } catch (error) {
    if (error instanceof CertificateFileError) throw new UsageError(`${where}: ${error.message}`);
    throw error;
  }
}

function usably<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProxySettingError) throw new UsageError(error.message);
    throw error;
  }
}
