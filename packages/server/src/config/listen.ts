// Where the server listens and under which names, how long clients may take, and which proxies and websites
// it trusts.
import { isIP } from 'node:net';
import type { Setting } from './setting.ts';
import { durationSetting, integerSetting, textSetting } from './setting-kinds.ts';
import { readOrigins } from './values/read-origins.ts';

export const HOST: Setting<string> = textSetting(
  { name: 'host', summary: 'Address to listen on; 0.0.0.0 or :: for every interface', default: '127.0.0.1' },
  'an IP address or a host name',
  /^[0-9A-Za-z.:_-]{1,253}$/,
);

export const PORT: Setting<number> = integerSetting(
  { name: 'port', summary: 'Port to listen on; 0 picks a free one', default: 4000 },
  0,
  65_535,
);

/** Names in lower case; `auto` and `any` as {@link createHostCheck} describes. */
export type AllowedHosts = 'auto' | 'any' | readonly string[];

export const ALLOWED_HOSTS: Setting<AllowedHosts> = {
  name: 'allowed-hosts',
  summary:
    'Names of the registry in the Host header; addresses, local names and that of public-url are always allowed',
  allowed: 'auto, any, or host names such as registry.example.com, separated by commas',
  default: 'auto',
  defaultText: 'auto',
  read(text) {
    const word = readWord(text, ['auto', 'any']);
    if (word !== undefined) return word;
    const names = text.split(',').map((name) => name.trim().toLowerCase().replace(/\.$/, ''));
    return names.every((name) => /^[0-9a-z_-]{1,63}(\.[0-9a-z_-]{1,63})*$/.test(name)) ? names : undefined;
  },
};

/** Origins as browsers write them; `auto`, `any` and `same` as {@link createCrossOrigin} describes. */
export type CrossOriginSetting = 'auto' | 'any' | 'same' | readonly string[];

export const CROSS_ORIGIN: Setting<CrossOriginSetting> = {
  name: 'cross-origin',
  summary: "Websites whose scripts may read; auto: 'any' if everybody on the internet may, else 'same'",
  allowed: 'auto, any, same, or origins such as https://app.example.com, separated by commas',
  default: 'auto',
  defaultText: 'auto',
  read(text) {
    const word = readWord(text, ['auto', 'any', 'same']);
    if (word !== undefined) return word;
    return readOrigins(text);
  },
};

function readWord<T extends string>(text: string, words: readonly T[]): T | undefined {
  return words.find((word) => word === text.trim());
}

export const HEADERS_TIMEOUT: Setting<number> = durationSetting({
  name: 'headers-timeout',
  summary: 'Maximum time for the headers of a request to arrive',
  default: 20_000,
});

export const REQUEST_TIMEOUT: Setting<number> = durationSetting({
  name: 'request-timeout',
  summary: 'Maximum time for a whole request to arrive, its upload included',
  default: 600_000,
});

export const STALL_TIMEOUT: Setting<number> = durationSetting({
  name: 'stall-timeout',
  summary: 'Maximum time in which a client neither sends nor reads what is next of a request or its answer',
  default: 60_000,
});

export const KEEP_ALIVE: Setting<number> = durationSetting({
  name: 'keep-alive',
  summary: 'How long an idle connection stays open',
  default: 72_000,
});

export const MAX_CONNECTIONS: Setting<number> = integerSetting(
  { name: 'max-connections', summary: 'Maximum connections of each worker', default: 4000 },
  1,
  1_000_000,
);

export const MAX_CONNECTIONS_PER_ADDRESS: Setting<number> = integerSetting(
  {
    name: 'max-connections-per-address',
    summary:
      'Maximum connections of one client address with each worker; 0 sets no limit; not for loopback and trusted proxies',
    default: 1000,
  },
  0,
  1_000_000,
);

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Networks, each as `address/prefix`; default none. */
export const TRUSTED_PROXIES: Setting<readonly string[]> = {
  name: 'trusted-proxies',
  summary: 'Proxies whose X-Forwarded-For is trusted',
  allowed: `none, or addresses, networks such as 10.0.0.0/8 and the words ${Object.keys(NAMED_NETWORKS).join(', ')}, separated by commas`,
  default: [],
  defaultText: 'none',
  read(text) {
    if (text.trim() === 'none') return [];
    const networks = text.split(',').map((part) => readNetworks(part.trim()));
    return networks.includes(undefined) ? undefined : networks.flatMap((each) => each ?? []);
  },
};

function readNetworks(text: string): readonly string[] | undefined {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return NAMED_NETWORKS[text];
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0 || address.includes('%')) return undefined;
  if (prefix === undefined) return [`${address}/${bits}`];
  return /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= bits ? [text] : undefined;
}
