// The protocols of all registries.
import { distributionProtocol } from './distribution.ts';
import { npmProtocol } from './npm.ts';
import { primeProtocol } from './prime.ts';
import type { Protocol } from './protocol.ts';

/** By name, which is passed to other processes. */
export const PROTOCOLS = {
  prime: primeProtocol,
  npm: npmProtocol,
  distribution: distributionProtocol,
} as const satisfies Record<string, Protocol>;

/** The name of a protocol. */
export type ProtocolName = keyof typeof PROTOCOLS;
