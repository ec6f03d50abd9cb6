// Requests to one witness (C2SP tlog-witness). What it answers is not believed yet.
import { hash } from 'node:crypto';
import { parseSizeAnswer, TlogError } from '@prime-registry/tlog';
import { describeFailure } from '../../outbound/describe-failure.ts';
import { createGuardedFetch, type GuardedTarget, type WayOut } from '../../outbound/guarded-fetch.ts';

/** What a witness answers to a head. */
export type WitnessAnswer =
  /** It may have cosigned: its text. */
  | { readonly kind: 'cosigned'; readonly text: string }
  /** The last head that it has cosigned has another size than the proof begins at. */
  | { readonly kind: 'conflict'; readonly size: number }
  /** The head does not extend the last one that it has cosigned, it says. */
  | { readonly kind: 'contradicted' }
  /** Anything else. */
  | { readonly kind: 'failed'; readonly problem: string };

/** A witness with its open connections. */
export interface WitnessClient {
  /** Sends a head. @param body - as tlog-witness has it. Never rejects */
  addCheckpoint(body: string): Promise<WitnessAnswer>;
  /** The last head of a log that it has cosigned, as it says; undefined if it shows none. Never rejects. */
  findCheckpoint(origin: string): Promise<string | undefined>;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The longest request, from the connection to the last byte. */
const REQUEST_MS = 5000;

/** Some signatures of ML-DSA-44, each of 3.3 KB, or a checkpoint with them. */
const MAX_ANSWER_BYTES = 64 * 1024;

/**
 * Opens a witness; connects when something is sent. Its URL is the submission prefix, without a slash at its end.
 * @param way - how requests leave; default: directly
 */
export function openWitnessClient(
  { url, allowsPrivateAddresses }: Pick<GuardedTarget, 'url' | 'allowsPrivateAddresses'>,
  way?: WayOut,
): WitnessClient {
  const { fetch, close } = createGuardedFetch(
    {
      ...{ url, allowsPrivateAddresses, timeoutMs: REQUEST_MS },
      howToAllow: 'set allow-private-addresses for this witness to allow it',
    },
    way,
  );
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      // A redirect would lead to an address that the operator has not given.
      redirect: 'manual',
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  return {
    close,

    async addCheckpoint(body) {
      try {
        const headers = { 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'prime-registry' };
        const response = await ask('/add-checkpoint', { method: 'POST', headers, body });
        return toAnswer(response.status, await readText(response));
      } catch (error) {
        if (error instanceof TlogError)
          return { kind: 'failed', problem: `its answer is malformed: ${error.message}` };
        return { kind: 'failed', problem: describeFailure(error, REQUEST_MS) };
      }
    },

    async findCheckpoint(origin) {
      try {
        const response = await ask(`/${hash('sha256', origin)}/checkpoint`, {
          headers: { 'user-agent': 'prime-registry' },
        });
        const text = await readText(response);
        return response.status === 200 ? text : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** What the operator does about a status: each of these is a matter of configuration, here or there. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [400, 'it says that the request is malformed (400)'],
  [401, 'it wants a token (401), which the protocol of witnesses does not have'],
  [403, "it does not trust the log's key (403): its operator has to"],
  [404, 'it does not know this log (404): its operator has to configure it, or the url is wrong'],
]);

function toAnswer(status: number, text: string): WitnessAnswer {
  if (status === 200) return { kind: 'cosigned', text };
  if (status === 409) return { kind: 'conflict', size: parseSizeAnswer(text) };
  if (status === 422) return { kind: 'contradicted' };
  return { kind: 'failed', problem: REFUSALS.get(status) ?? `it answers with the status ${status}` };
}

/** @throws TlogError if it is too long or no UTF-8 */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of response.body ?? []) {
    sizeBytes += chunk.length;
    // Leaving the loop ends the connection.
    if (sizeBytes > MAX_ANSWER_BYTES) throw new TlogError(`it is longer than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new TlogError('it is not UTF-8');
  }
}
