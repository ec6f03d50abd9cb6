// Where the server listens and under which names, how long clients may take, and which proxies and websites
// it trusts.
import { isIP } from 'node:net';
import type { Setting } from './setting.ts';
import { durationSetting, integerSetting, listSetting, readList, textSetting } from './setting-kinds.ts';
import { readOrigin } from './values/read-origin.ts';

export const LISTEN_SETTINGS = {
  host: textSetting(
    'an IP address or a host name',
    {
      name: 'host',
      summary: 'Address to listen on; 0.0.0.0 or :: for every interface',
      default: '127.0.0.1',
    },
    /^[0-9A-Za-z.:_-]{1,253}$/,
  ),
  port: integerSetting(0, 65_535, {
    name: 'port',
    summary: 'Port to listen on; 0 picks a free one',
    default: 4000,
  }),
};

/** Names in lower case; `auto` and `any` as {@link createHostCheck} describes. */
type AllowedHosts = 'auto' | 'any' | readonly string[];

const ALLOWED_HOSTS: Setting<AllowedHosts> = {
  name: 'allowed-hosts',
  summary:
    'Names of the registry in the Host header; addresses, local names and that of public-url are always allowed',
  allowed: 'auto, any, or host names such as registry.example.com, separated by commas',
  default: 'auto',
  defaultText: 'auto',
  read(text) {
    return readWord(text, ['auto', 'any']) ?? readList(text, readHostName);
  },
};

function readHostName(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '');
  return /^[0-9a-z_-]{1,63}(\.[0-9a-z_-]{1,63})*$/.test(name) ? name : undefined;
}

/** Origins as browsers write them; `auto`, `any` and `same` as {@link createCrossOrigin} describes. */
type CrossOriginSetting = 'auto' | 'any' | 'same' | readonly string[];

const CROSS_ORIGIN: Setting<CrossOriginSetting> = {
  name: 'cross-origin',
  summary: "Websites whose scripts may read; auto: 'any' if everybody on the internet may, else 'same'",
  allowed: 'auto, any, same, or origins such as https://app.example.com, separated by commas',
  default: 'auto',
  defaultText: 'auto',
  read(text) {
    return readWord(text, ['auto', 'any', 'same']) ?? readList(text, readOrigin);
  },
};

export const NAME_SETTINGS = { allowedHosts: ALLOWED_HOSTS, crossOrigin: CROSS_ORIGIN };

function readWord<const T extends string>(text: string, words: readonly T[]): T | undefined {
  return words.find((word) => word === text.trim());
}

/** How long clients may take, and how many connections they may have. */
export const CLIENT_SETTINGS = {
  headersTimeoutMs: durationSetting({
    name: 'headers-timeout',
    summary: 'Maximum time for the headers of a request to arrive',
    default: 20_000,
  }),
  requestTimeoutMs: durationSetting({
    name: 'request-timeout',
    summary: 'Maximum time for a whole request to arrive, its upload included',
    default: 600_000,
  }),
  stallTimeoutMs: durationSetting({
    name: 'stall-timeout',
    summary: 'Maximum time in which a client neither sends nor reads what is next of a request or its answer',
    default: 60_000,
  }),
  keepAliveMs: durationSetting({
    name: 'keep-alive',
    summary: 'How long an idle connection stays open',
    default: 72_000,
  }),
  maxConnections: integerSetting(1, 1_000_000, {
    name: 'max-connections',
    summary: 'Maximum connections of each worker',
    default: 4000,
  }),
  maxConnectionsPerAddress: integerSetting(0, 1_000_000, {
    name: 'max-connections-per-address',
    summary:
      'Maximum connections of one client address with each worker; 0 sets no limit; not for loopback and trusted proxies',
    default: 1000,
  }),
};

const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  'link-local': ['169.254.0.0/16', 'fe80::/10'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Networks, each as `address/prefix`. */
export const TRUSTED_PROXIES = listSetting<string>({
  name: 'trusted-proxies',
  summary: 'Proxies whose X-Forwarded-For is trusted',
  allowed: `none, or addresses, networks such as 10.0.0.0/8 and the words ${Object.keys(NAMED_NETWORKS).join(', ')}, separated by commas`,
  read: (text) => readList(text, readNetworks)?.flat(),
});

function readNetworks(text: string): readonly string[] | undefined {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return NAMED_NETWORKS[text];
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  if (isIP(address) === 0 || rest.length > 0 || address.includes('%')) return undefined;
  if (prefix === undefined) return [`${address}/${bits}`];
  return /^(0|[1-9][0-9]{0,2})$/.test(prefix) && Number(prefix) <= bits ? [text] : undefined;
}
