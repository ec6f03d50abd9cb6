// The text form of signatures (OpenSSH PROTOCOL.sshsig, "Armored format").
import { SshsigError } from '../sshsig-error.ts';
import { decodeBase64 } from '../wire/base64.ts';

/** The longest text that is read, in characters: a signature of the largest RSA key takes 3,000. */
export const MAX_ARMOR_LENGTH = 16_384;

const BEGIN = '-----BEGIN SSH SIGNATURE-----';
const END = '-----END SSH SIGNATURE-----';

/** As long as the lines of `ssh-keygen`; readers accept others. */
const LINE_LENGTH = 70;

/**
 * The bytes of one signature. Lines may have any length and end in CRLF; nothing but white space may follow the last.
 * @throws SshsigError
 */
export function readArmor(text: string): Buffer {
  if (text.length > MAX_ARMOR_LENGTH) {
    throw new SshsigError(`a signature has at most ${MAX_ARMOR_LENGTH} characters, not ${text.length}`);
  }
  const lines = text.trimEnd().split(/\r?\n/);
  if (lines[0] !== BEGIN) throw new SshsigError(`a signature begins with the line "${BEGIN}"`);
  if (lines.length < 2 || lines.at(-1) !== END)
    throw new SshsigError(`a signature ends with the line "${END}"`);
  const inside = lines.slice(1, -1);
  if (inside.includes(END)) throw new SshsigError('there is more than one signature: send each by itself');
  const bytes = decodeBase64(inside.join(''));
  if (bytes === undefined) throw new SshsigError('the lines of a signature should be Base 64');
  return bytes;
}

/** The text of a signature as `ssh-keygen` writes it, with a newline at its end. */
export function formatArmor(bytes: Uint8Array): string {
  const encoded = Buffer.from(bytes).toString('base64');
  const lines = encoded.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? [];
  return `${[BEGIN, ...lines, END].join('\n')}\n`;
}
