// The fetch for one upstream. It connects only to the configured host, and to no private address unless that
// is allowed. It connects to the very address that was checked, so that DNS cannot change it in between.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, fetch as undiciFetch } from 'undici';
import { isPrivateAddress } from '../../addresses/private-addresses.ts';
import type { UpstreamSettings } from './upstream.ts';

/** A fetch, and the connections that it keeps open. */
export interface GuardedFetch {
  readonly fetch: typeof fetch;
  close(): Promise<void>;
}

/** Creates the fetch. It rejects with an Error that explains a forbidden target. */
export function createGuardedFetch({
  url: base,
  timeoutMs,
  allowsPrivateAddresses,
}: UpstreamSettings): GuardedFetch {
  const { host, hostname } = new URL(base);
  const address = hostname.replace(/^\[|\]$/g, '');
  const agent = new Agent({
    connect: { timeout: timeoutMs, ...(!allowsPrivateAddresses && { lookup: lookUpPublic }) },
    // The caller limits the time.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    async fetch(input, init) {
      const target = new URL(input instanceof Request ? input.url : input);
      if (target.host !== host)
        throw new Error(`the request leads to ${target.host}, which is not the configured host`);
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
    // All addresses are checked: a name with a private and a public address is not public.
    if (addresses.some(({ address }) => isPrivateAddress(address)))
      return callback(privateAddress(hostname), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function privateAddress(host: string): Error {
  return new Error(
    `${host} has a private address; set allow-private-addresses for this upstream to allow it`,
  );
}
