// The fetch for one registry: it goes to that host and nowhere else, and to no private address unless that is allowed. The
// address that was looked at is the one that is connected to, so that a name cannot become another one in between.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { isPrivateAddress } from './private-addresses.ts';
import type { UpstreamSettings } from './upstream.ts';

/** A fetch, and the connections that it keeps. */
export interface GuardedFetch {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Its fetch fails with an Error that says why when it is sent elsewhere. */
export function createGuardedFetch({
  url: base,
  timeoutMs,
  allowsPrivateAddresses,
}: UpstreamSettings): GuardedFetch {
  const { host, hostname } = new URL(base);
  const address = hostname.replace(/^\[|\]$/g, '');
  const agent = new Agent({
    connect: { timeout: timeoutMs, ...(!allowsPrivateAddresses && { lookup: lookUpPublic }) },
    // Waiting is for whoever asks to limit.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async fetch(input, init) {
      const target = new URL(input instanceof Request ? input.url : input);
      if (target.host !== host)
        throw new Error(`it leads to ${target.host}, another host than was configured`);
      if (!allowsPrivateAddresses && isIP(address) !== 0 && isPrivateAddress(address))
        throw privateAddress(host);
      const options = { ...init, dispatcher: agent } as Parameters<typeof undiciFetch>[1];
      return (await undiciFetch(target, options)) as unknown as Response;
    },
    close: () => agent.destroy(),
  };
}

const lookUpPublic: LookupFunction = (hostname, options: LookupOptions, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, []);
    // All of them: a name that is half inside is not for the outside.
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(privateAddress(hostname), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function privateAddress(host: string): Error {
  return new Error(
    `${host} has a private address; set allow-private-addresses for this registry if that is meant`,
  );
}
