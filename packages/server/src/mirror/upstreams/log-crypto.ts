// The cryptography of log checks. Of the client only its types, so that it is not loaded by this.
import type { LogCrypto } from '@prime-registry/client';
import { sha256 } from '../../signing/ed25519.ts';
import { VERIFIERS } from '../../signing/verifiers.ts';

export const LOG_CRYPTO: LogCrypto = { sha256, verifiers: VERIFIERS };
