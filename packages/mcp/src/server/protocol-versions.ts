// The revisions of the protocol that are spoken.

/** Without sessions and handshakes: every request says which revision it is of. */
export const MODERN_VERSION = '2026-07-28';

/** With a handshake, newest first. A client that asks for another one gets the first. */
export const HANDSHAKE_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26'];

/** All of them, newest first. */
export const PROTOCOL_VERSIONS: readonly string[] = [MODERN_VERSION, ...HANDSHAKE_VERSIONS];
