// The fetch for one configured host, such as an upstream. It connects to no other host, and to no private address unless
// that is allowed. It connects to the very address that was checked, so that DNS cannot change it in between.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { ProxyRules } from '@prime-registry/network';
import { type Outbound, type OutboundOptions, openOutbound } from '@prime-registry/network/outbound';
import { isPrivateAddress } from '../addresses/private-addresses.ts';

/** How requests leave: the proxies, and certificate authorities in PEM. */
export type WayOut = Pick<OutboundOptions, 'proxies' | 'certificates'>;

/** Where requests may go. */
export interface GuardedTarget {
  /** A URL of the only host. */
  readonly url: string;
  /** Maximum time to connect, in milliseconds. */
  readonly timeoutMs: number;
  readonly allowsPrivateAddresses: boolean;
  /** How the operator allows private addresses, for errors: a clause such as `set … to allow it`. */
  readonly howToAllow: string;
}

const DIRECT: WayOut = { proxies: new ProxyRules({}) };

/**
 * Creates the fetch. It rejects with an Error that explains a forbidden target. Behind a proxy, the operator's proxy
 * looks names up and decides where they may lead; addresses in the URL are still checked here.
 */
export function createGuardedFetch(
  { url: base, timeoutMs, allowsPrivateAddresses, howToAllow }: GuardedTarget,
  way: WayOut = DIRECT,
): Outbound {
  const { host, hostname } = new URL(base);
  const address = hostname.replace(/^\[|\]$/g, '');
  const outbound = openOutbound({
    ...way,
    connectTimeoutMs: timeoutMs,
    lookup: allowsPrivateAddresses ? undefined : createPublicLookup(howToAllow),
  });
  return {
    async fetch(input, init) {
      const target = new URL(input instanceof Request ? input.url : input);
      if (target.host !== host)
        throw new Error(`the request leads to ${target.host}, which is not the configured host`);
      if (!allowsPrivateAddresses && isIP(address) !== 0 && isPrivateAddress(address))
        throw new PrivateAddressError(host, howToAllow);
      return outbound.fetch(target, init);
    },
    close: () => outbound.close(),
  };
}

function createPublicLookup(howToAllow: string): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) return callback(error, []);
      // All addresses are checked: a name with a private and a public address is not public.
      if (addresses.some(({ address }) => isPrivateAddress(address)))
        return callback(new PrivateAddressError(hostname, howToAllow), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS';

  constructor(host: string, howToAllow: string) {
    super(`${host} has a private address; ${howToAllow}`);
  }
}
