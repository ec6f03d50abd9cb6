// Addresses that are not on the public internet. What a registry resolves to is for its DNS to say, so it is looked at when a
// connection is made and not when the setting is read.
import { BlockList, isIP } from 'node:net';

// The special-purpose registries of IANA (RFC 6890 and later), and what can stand for an address of version 4 in one of version 6.
const NETWORKS = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const PRIVATE = new BlockList();
for (const network of NETWORKS) {
  const [address = '', prefix] = network.split('/');
  PRIVATE.addSubnet(address, Number(prefix), isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** Whether an address is one that the public internet does not have; true for what is no address at all. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  // An address of version 4 within one of version 6 (::ffff:10.0.0.1) is looked up as the former.
  return family === 0 || PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
