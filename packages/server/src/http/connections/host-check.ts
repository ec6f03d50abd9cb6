// Refuses names that are not the registry's own. DNS rebinding makes a browser send requests of any website
// to this machine or a private network, as if they were for that website: only the Host header tells.
import type { IncomingMessage } from 'node:http';
import { hostname } from 'node:os';
import { RegistryError } from '@prime-registry/protocol';
import { isPrivateAddress } from '../../addresses/private-addresses.ts';
import type { ServerSettings } from '../../config/server-settings.ts';
import { isLoopback, normalizeAddress } from './ip-address.ts';

/** The part of a request that the check reads. */
type HostedRequest = Pick<IncomingMessage, 'rawHeaders' | 'socket'>;

/** Whether the registry answers requests for the host of this request. */
export type CheckHost = (request: HostedRequest) => boolean;

type Addressed = Pick<ServerSettings, 'host' | 'allowedHosts' | 'publicUrl'>;

/**
 * Creates the check. Addresses, local names and that of the public address always pass: no website has them. With `auto`, other names
 * are refused only where a browser of this machine or network is at risk.
 */
export function createHostCheck({ host, allowedHosts, publicUrl }: Addressed): CheckHost {
  if (allowedHosts === 'any') return () => true;
  const isAuto = allowedHosts === 'auto';
  const publicHosts = publicUrl === '' ? [] : [new URL(publicUrl).hostname];
  const names = new Set(
    [host, hostname(), ...publicHosts, ...(isAuto ? [] : allowedHosts)].map((name) => name.toLowerCase()),
  );
  const isExposed = createExposureCheck(host);
  let accepted: string | undefined;
  let foreign: string | undefined;
  return (request) => {
    const given = findHost(request.rawHeaders);
    // No browser leaves it out. A client sends the same one for years: comparing texts is all that it costs.
    if (given === undefined || given === '' || given === accepted) return true;
    if (given !== foreign && isOwnName(given, names)) {
      accepted = given;
      return true;
    }
    foreign = given;
    return isAuto && (!isExposed(request.socket.localAddress) || isProxied(given, request));
  };
}

/** The error for a request that the check refuses. It does not repeat the name. */
export function misdirected(): RegistryError {
  return new RegistryError('misdirected_request', {
    detail:
      'The registry is not known by the host name of this request. If the name is its own, ' +
      'list it in the setting allowed-hosts (PRIME_REGISTRY_ALLOWED_HOSTS).',
    // Connections over the limit are not told apart before this, and must not stay.
    headers: { Connection: 'close' },
  });
}

/** The value of the header Host. */
function findHost(rawHeaders: readonly string[]): string | undefined {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') return rawHeaders[index + 1];
  }
  return undefined;
}

// Nobody can register a name below these (RFC 6761, RFC 6762, RFC 8375 and reservations of ICANN), or they are
// used only inside of networks. `svc` ends names of services in a cluster.
const LOCAL_ENDINGS = /\.(localhost|local|internal|lan|home\.arpa|test|svc|intranet|corp|home|private)$/;

function isOwnName(host: string, names: ReadonlySet<string>): boolean {
  if (/^\[[0-9a-f:.]+\](:[0-9]*)?$/i.test(host)) return true;
  const name = readName(host);
  if (name === undefined) return false;
  // A name without a dot, or with a number at its end: an address in every spelling of browsers.
  return names.has(name) || !name.includes('.') || /\.[0-9]+$/.test(name) || LOCAL_ENDINGS.test(name);
}

/** The name in a Host header, without port and final dot, in lower case; undefined if it is not a name. */
function readName(host: string): string | undefined {
  return /^([0-9a-z_.-]{1,253}?)\.?(:[0-9]*)?$/i.exec(host)?.[1]?.toLowerCase();
}

/**
 * Creates the check whether a browser reaches an address that the network does not show to everybody. An
 * address behind `0.0.0.0` or `::` may be that of a container with any name: there only loopback counts.
 */
function createExposureCheck(host: string): (localAddress: string | undefined) => boolean {
  const isEveryAddress = ['0.0.0.0', '::'].includes(normalizeAddress(host) ?? '');
  const known = new Map<string, boolean>();
  return (localAddress = '') => {
    const before = known.get(localAddress);
    if (before !== undefined) return before;
    const address = normalizeAddress(localAddress) ?? '';
    const isExposed = isLoopback(address) || (!isEveryAddress && isPrivateAddress(address));
    known.set(localAddress, isExposed);
    return isExposed;
  };
}

const FORWARDED: ReadonlySet<string> = new Set(['x-forwarded-for', 'forwarded', 'via']);
const FORWARDED_LENGTHS: ReadonlySet<number> = new Set([...FORWARDED].map(({ length }) => length));

/**
 * Whether a proxy passed the request on, with the host that its own client named. A browser that connects to
 * the registry itself adds the port to Host, unless it is 80, and no script can leave it out.
 */
export function isProxied(host: string, { rawHeaders, socket }: HostedRequest): boolean {
  if (host.includes(':') || socket.localPort === 80) return false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (FORWARDED_LENGTHS.has(name.length) && FORWARDED.has(name.toLowerCase())) return true;
  }
  return false;
}
