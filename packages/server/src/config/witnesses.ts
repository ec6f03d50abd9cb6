// Witnesses: those that cosign the log, and being one. The configuration file has them as a list of mappings; a flag or a variable has the
// same as JSON.
import { quote } from '@prime-registry/protocol/basics';
import { parseList } from './parse-list.ts';
import { durationSetting, type Setting, SettingError, switchSetting } from './setting.ts';

/** A witness of the log. All of it is JSON: workers get their settings as such. */
export interface WitnessSettings {
  /** The submission prefix (C2SP tlog-witness), without a slash at its end. */
  readonly url: string;
  /** Its verifier key. */
  readonly vkey: string;
  readonly allowsPrivateAddresses: boolean;
}

const MAX_WITNESSES = 20;

export const WITNESSES: Setting<readonly WitnessSettings[]> = {
  name: 'witnesses',
  summary: 'Witnesses that are asked to cosign the log (C2SP tlog-witness)',
  allowed: 'none, or a list of mappings with url, vkey and allow-private-addresses',
  default: [],
  defaultText: 'none',
  isStructured: true,
  read(text) {
    if (text.trim() === 'none') return [];
    const entries = parseList(text);
    if (entries === undefined) return undefined;
    if (entries.length > MAX_WITNESSES) throw new SettingError(`there are more than ${MAX_WITNESSES}`);
    const witnesses = entries.map((entry, index) => readWitness(entry, `witness ${index + 1}`));
    // The same key twice, under whatever name, would be one witness that looks like two.
    const keys = witnesses.map(({ vkey }) => vkey.replace(/^[^+]*\+[^+]*\+/, ''));
    const twice = witnesses.find((_, index) => keys.indexOf(keys[index] ?? '') !== index);
    if (twice !== undefined) throw new SettingError(`the key of ${twice.url} is listed twice`);
    return witnesses;
  },
};

export const WITNESS_INTERVAL: Setting<number> = durationSetting({
  name: 'witness-interval',
  summary: 'Shortest time between two heads of the log that witnesses are asked to cosign',
  default: 10_000,
});

export const WITNESS: Setting<boolean> = switchSetting({
  name: 'witness',
  summary: 'This registry is a witness of the logs of its upstreams: it cosigns their heads',
  default: false,
});

/** The path of a key file; empty for the one in the data folder. */
export const WITNESS_KEY_FILE: Setting<string> = {
  name: 'witness-key-file',
  summary:
    "File of the witness's private key, the same for all replicas; none: witness.key in the data folder",
  allowed: "none, or the path of a file that 'prime-registry witness key create' wrote",
  default: '',
  defaultText: 'none',
  read(text) {
    if (text === 'none') return '';
    return /^\P{Cc}+$/u.test(text) ? text : undefined;
  },
};

const KEYS = ['url', 'vkey', 'allow-private-addresses'];

function readWitness(entry: unknown, where: string): WitnessSettings {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw new SettingError(`${where} is not a mapping; write url: https://witness.example and vkey: …`);
  const fields = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(fields).find((key) => !KEYS.includes(key));
  if (unknown !== undefined)
    throw new SettingError(`${where} has the unknown key ${quote(unknown)}; the keys are ${KEYS.join(', ')}`);
  const url = readUrl(fields.url, where);
  const flag = String(fields['allow-private-addresses'] ?? 'false');
  if (flag !== 'true' && flag !== 'false')
    throw new SettingError(`allow-private-addresses of ${url} must be true or false`);
  return { url, vkey: readKey(fields.vkey, url), allowsPrivateAddresses: flag === 'true' };
}

function readUrl(value: unknown, where: string): string {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new SettingError(`${where} needs a url such as https://registry.example/-/witness`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new SettingError(`the url of ${where} has credentials, a query or a fragment; leave them out`);
  // Who copies the whole endpoint means its prefix.
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
