// The names of keys: C2SP signed-note, "Format".

/** Control characters are refused in addition to what the specification forbids: names are shown to people. */
const FORBIDDEN = /[\p{White_Space}\p{Cc}+]|\p{Surrogate}/u;

/** Whether a name can be that of a key: at least one character, no spaces, control characters or plus. */
export function isKeyName(name: string): boolean {
  return name.length > 0 && !FORBIDDEN.test(name);
}
