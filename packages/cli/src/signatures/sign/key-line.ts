// A public key in place of a path, as git's user.signingkey has it.

/** The beginning of a public key, as OpenSSH writes it: algorithm and key in Base64. */
const PUBLIC_KEY = /^(?:ssh-|ecdsa-sha2-|sk-)[\w@.-]+ +[A-Za-z0-9+/]+=*/;

/** Whether a text is a key, and not a path: `key::ssh-ed25519 AAAA…`, as git has it, or without `key::`. */
export function findKeyLine(text: string): string | undefined {
  const line = text.startsWith('key::') ? text.slice('key::'.length).trim() : text.trim();
  return PUBLIC_KEY.test(line) && !/[\r\n]/.test(line) ? line : undefined;
}
