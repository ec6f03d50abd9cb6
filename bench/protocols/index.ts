// The registries that can be spoken to.
import { distributionProtocol } from './distribution.ts';
import { npmProtocol } from './npm.ts';
import { primeProtocol } from './prime.ts';
import type { Protocol } from './protocol.ts';

/** By a name that another process understands. */
export const PROTOCOLS = {
  prime: primeProtocol,
  npm: npmProtocol,
  distribution: distributionProtocol,
} as const satisfies Record<string, Protocol>;

/** One of the names. */
export type ProtocolName = keyof typeof PROTOCOLS;
