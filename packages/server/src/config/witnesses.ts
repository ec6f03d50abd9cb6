// Witnesses: those that cosign the log, and being one. The configuration file has them as a list of mappings; a flag
// or a variable has the same as JSON.
import { SettingError } from './setting.ts';
import { durationSetting, fileSetting, listSetting, switchSetting } from './setting-kinds.ts';
import { type Fields, readFlag, readMappings } from './values/read-mappings.ts';

/** A witness of the log. All of it is JSON: workers get their settings as such. */
export interface WitnessSettings {
  /** The submission prefix (C2SP tlog-witness), without a slash at its end. */
  readonly url: string;
  /** Its verifier key. */
  readonly vkey: string;
  readonly allowsPrivateAddresses: boolean;
}

const MAX_WITNESSES = 20;

const WITNESSES = listSetting<WitnessSettings>({
  name: 'witnesses',
  summary: 'Witnesses that are asked to cosign the log (C2SP tlog-witness)',
  allowed: 'none, or a list of mappings with url, vkey and allow-private-addresses',
  isStructured: true,
  read(text) {
    const witnesses = readMappings(text, {
      noun: 'witness',
      keys: ['url', 'vkey', 'allow-private-addresses'],
      example: 'url: https://witness.example and vkey: …',
      maxItems: MAX_WITNESSES,
      read: readWitness,
    });
    if (witnesses === undefined) return undefined;
    // The same key twice, under whatever name, would be one witness that looks like two.
    const keys = witnesses.map(({ vkey }) => vkey.replace(/^[^+]*\+[^+]*\+/, ''));
    const twice = witnesses.find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
    if (twice !== undefined) throw new SettingError(`the key of ${twice.url} is listed twice`);
    return witnesses;
  },
});

export const WITNESS_SETTINGS = {
  witnesses: WITNESSES,
  witnessIntervalMs: durationSetting({
    name: 'witness-interval',
    summary: 'Shortest time between two heads of the log that witnesses are asked to cosign',
    default: 10_000,
  }),
  isWitness: switchSetting({
    name: 'witness',
    summary: 'This registry is a witness of the logs of its upstreams: it cosigns their heads',
  }),
  /** The path of a key file; empty for the one in the data folder. */
  witnessKeyFile: fileSetting("a file that 'prime-registry witness key create' wrote", {
    name: 'witness-key-file',
    summary:
      "File of the witness's private key, the same for all replicas; none: witness.key in the data folder",
  }),
};

function readWitness(fields: Fields, where: string): WitnessSettings {
  const url = readUrl(fields.url, where);
  const allowsPrivateAddresses = readFlag(fields, 'allow-private-addresses', url);
  return { url, vkey: readKey(fields.vkey, url), allowsPrivateAddresses };
}

function readUrl(value: unknown, where: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new SettingError(`${where} needs a url such as https://registry.example/-/witness`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new SettingError(`the url of ${where} has credentials, a query or a fragment; leave them out`);
  // The address of the endpoint itself stands for its prefix.
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/add-checkpoint$/, '')}`;
}

/** Only the form: whether the key fits its id is checked when it is used, as that needs more code than a short command has. */
const VKEY = /^[^\s+]+\+[0-9a-f]{8}\+([A-Za-z0-9+/]+=*)$/;
const TYPE_OF_LOGS = 1;

function readKey(value: unknown, url: string): string {
  if (typeof value !== 'string')
    throw new SettingError(`${url} needs its vkey; its operator has it, such as from 'witness key show'`);
  const [, key] = VKEY.exec(value) ?? [];
  if (key === undefined)
    throw new SettingError(
      `the vkey of ${url} is no verifier key: it is <name>+<8 hexadecimal digits>+<Base 64>`,
    );
  if (Buffer.from(key, 'base64')[0] === TYPE_OF_LOGS)
    throw new SettingError(`the vkey of ${url} is that of a log, not one for cosignatures`);
  return value;
}
