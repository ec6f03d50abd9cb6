// Detects addresses that are not on the public internet. DNS may change what a name resolves to, so addresses
// are checked when a connection is made.
import { BlockList, isIP } from 'node:net';

// The special-purpose registries of IANA (RFC 6890 and later), and IPv6 ranges that embed IPv4 addresses.
const NETWORKS = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...[
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
  ],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const isInNetwork = createNetworkCheck(NETWORKS);

/** Whether an address is not on the public internet; true for anything that is not an address. */
export function isPrivateAddress(address: string): boolean {
  // An IPv4-mapped address (::ffff:10.0.0.1) is checked as IPv4.
  return isIP(address) === 0 || isInNetwork(address);
}

/** Creates a check whether an address is in one of some networks. @param networks - as `address/prefix` */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}
