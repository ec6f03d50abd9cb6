// What reads verifier keys, and nothing else: the settings of a server load it in every command.
export { parseVerifierKey } from './notes/verifier-key.ts';
export { TlogError } from './tlog-error.ts';
export type { Sha256 } from './tree/hash.ts';
