// The user's own policy for logs and witnesses (C2SP tlog-policy).
import { readFileSync } from 'node:fs';
import { UsageError } from '@prime-registry/command-line';
import { type Policy, parsePolicy, TlogError } from '@prime-registry/tlog';
import { codeOf } from '../../files/file-operations.ts';
import { NODE_CRYPTO } from '../node-crypto.ts';

/** Reads a policy. @throws UsageError if there is none, or it is not valid */
export function readPolicy(path: string): Policy {
  try {
    return parsePolicy(NODE_CRYPTO.sha256, readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof TlogError) throw new UsageError(`log-policy: ${path}: ${error.message}`);
    if (codeOf(error) === 'ENOENT') throw new UsageError(`log-policy: ${path} does not exist`);
    throw error;
  }
}
