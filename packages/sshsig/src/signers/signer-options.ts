// The options of a line of allowed signers (ssh-keygen(1), "ALLOWED SIGNERS").
import { SshsigError } from '../sshsig-error.ts';

/** What limits the use of a key. */
export interface SignerOptions {
  /** Patterns of namespaces, separated by commas. */
  readonly namespaces?: string;
  /** In milliseconds since 1970: from then on. */
  readonly validAfterMs?: number;
  /** In milliseconds since 1970: until then, inclusive. */
  readonly validBeforeMs?: number;
}

const OPTION = /^([\w-]+)(?:="((?:[^"\\]|\\.)*)")?(?:,|$)/;
const TIME = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/;

/** Reads options that are separated by commas. @throws SshsigError */
export function readSignerOptions(text: string): SignerOptions {
  const options: { namespaces?: string; validAfterMs?: number; validBeforeMs?: number } = {};
  let rest = text;
  while (rest !== '') {
    const [whole = '', name = '', quoted] = OPTION.exec(rest) ?? [];
    if (whole === '')
      throw new SshsigError('the options are written like namespaces="file",valid-before="20300101Z"');
    const value = quoted?.replaceAll('\\"', '"');
    switch (name.toLowerCase()) {
      case 'namespaces':
        options.namespaces = only(name, value, options.namespaces);
        break;
      case 'valid-after':
        options.validAfterMs = readTime(name, only(name, value, options.validAfterMs));
        break;
      case 'valid-before':
        options.validBeforeMs = readTime(name, only(name, value, options.validBeforeMs));
        break;
      case 'cert-authority':
        throw new SshsigError(
          'certificates are not supported: list the keys themselves, without cert-authority',
        );
      default:
        throw new SshsigError('an option is none of namespaces, valid-after and valid-before');
    }
    rest = rest.slice(whole.length);
  }
  if (text.endsWith(',')) throw new SshsigError('an option is missing after a comma');
  return options;
}

function only(name: string, value: string | undefined, before: unknown): string {
  if (value === undefined || value === '') throw new SshsigError(`${name} needs a value: ${name}="…"`);
  if (before !== undefined) throw new SshsigError(`${name} is there twice`);
  return value;
}

/** A time in the form of OpenSSH: of the zone of this machine, unless it ends in `Z`. */
function readTime(name: string, text: string): number {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = TIME.exec(text) ?? [];
  const wanted = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, m = 0, d = 0, h = 0, min = 0, s = 0] = wanted;
  const isUtc = zone === 'Z';
  const time = isUtc ? new Date(Date.UTC(y, m - 1, d, h, min, s)) : new Date(y, m - 1, d, h, min, s);
  const isKept = isUtc
    ? time.getUTCMonth() === m - 1 && time.getUTCDate() === d && time.getUTCMinutes() === min
    : time.getMonth() === m - 1 && time.getDate() === d && time.getMinutes() === min;
  if (year === undefined || !isKept || h > 23 || s > 59) {
    throw new SshsigError(`${name} should be a date like "20300101Z", or a time like "203001011200Z"`);
  }
  return time.getTime();
}
