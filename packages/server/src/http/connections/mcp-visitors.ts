// Which browsers may send requests to the endpoint for agents. A registry on somebody's own machine is reached by every
// website that this person visits, if a name of that website leads to the machine (DNS rebinding): the headers Origin and
// Host tell.
import type { IncomingMessage } from 'node:http';
import type { ServerSettings } from '../../config/server-settings.ts';
import { isProxied } from './host-check.ts';
import { isLoopback, normalizeAddress } from './ip-address.ts';

/** The part of a request that the check reads. */
type Visit = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>;

type Visited = Pick<ServerSettings, 'allowedHosts' | 'publicUrl' | 'mcpOrigins'>;

const NO_ORIGIN =
  'Scripts of this website may not use this endpoint; its operator can list the website in the setting mcp-origins.';
const NO_HOST =
  'The registry is not known by this host name; its operator can set public-url, or list the name in allowed-hosts.';

/** Creates the check. @returns why a request is refused; undefined if it is not */
export function createMcpVisitorCheck({
  allowedHosts,
  publicUrl,
  mcpOrigins,
}: Visited): (visit: Visit) => string | undefined {
  const origins = new Set(publicUrl === '' ? mcpOrigins : [...mcpOrigins, new URL(publicUrl).origin]);
  // Otherwise the operator has said by which names the registry is known: the check for all requests has compared them.
  const wantsLocalName = allowedHosts === 'auto' && publicUrl === '';
  return (visit) => {
    const { origin, host } = visit.headers;
    if (origin !== undefined && !origins.has(origin) && !isOwnPage(origin, host)) return NO_ORIGIN;
    if (!wantsLocalName || host === undefined) return undefined;
    if (!isLoopback(normalizeAddress(visit.socket.localAddress ?? ''))) return undefined;
    return isLocalName(host) || isProxied(host, visit) ? undefined : NO_HOST;
  };
}

/** Whether the script is of a page of this registry itself, on the machine of the browser. */
function isOwnPage(origin: string, host = ''): boolean {
  return isLocalName(host) && origin === `http://${host.toLowerCase()}`;
}

/** Whether a Host header has a name that means the own machine for everybody (RFC 6761), or a loopback address. */
function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/:[0-9]*$/, '');
  return (
    name === '[::1]' ||
    /^127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}$/.test(name) ||
    /^(?:[a-z0-9-]+\.)*localhost\.?$/.test(name)
  );
}
