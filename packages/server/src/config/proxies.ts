// Whose word on where a request came from is taken.
import { isIP } from 'node:net';
import type { Setting } from './setting.ts';

const WORDS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Networks, each as `address/prefix`; none of them by default. */
export const TRUSTED_PROXIES: Setting<readonly string[]> = {
  name: 'trusted-proxies',
  summary: 'Proxies whose X-Forwarded-For is believed',
  allowed: `none, or addresses, networks such as 10.0.0.0/8 and the words ${Object.keys(WORDS).join(', ')}, separated by commas`,
  default: [],
  defaultText: 'none',
  read(text) {
    if (text.trim() === 'none') return [];
    const networks = text.split(',').map((part) => readNetworks(part.trim()));
    return networks.includes(undefined) ? undefined : networks.flatMap((each) => each ?? []);
  },
};

function readNetworks(text: string): readonly string[] | undefined {
  if (Object.hasOwn(WORDS, text)) return WORDS[text];
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0 || address.includes('%')) return undefined;
  if (prefix === undefined) return [`${address}/${bits}`];
  return /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= bits ? [text] : undefined;
}
