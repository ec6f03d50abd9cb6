// The places of findings for programs that see more than the Prime, such as a forge with its repository.
import type { Finding } from '../finding.ts';

/** Makes a path of a Prime relative to the folder that readers start from. */
export type ToPath = (path: string) => string;

/** A text that identifies a finding after lines were inserted above it, different for each one. */
export function createFingerprints(): (finding: Finding) => string {
  const seen = new Map<string, number>();
  return ({ rule, path, atom = '', target = '', message }) => {
    const key = [rule, path, ...(atom === '' ? [message] : [atom, target])].join('|');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? key : `${key}|${count}`;
  };
}
