// GET /-/log/proofs (not part of the contract).
import { PRIME_BATCH_LIMITS } from '../../queries/prime-batch-query.ts';
import { document, flag, object, text } from '../schema-parts.ts';

export const LogProofsSchema = document(
  'LogProofs',
  'Proofs that versions are in the log, in the order of the request. All end with the same checkpoint.',
  ['proofs'],
  {
    proofs: {
      type: 'array',
      items: object(['of'], {
        of: { type: 'string', description: 'As in the query.', examples: ['@acme/core@1.2.0'] },
        proof: text('What GET /-/primes/@scope/name/version/proof answers (C2SP tlog-proof).'),
        singly: flag(
          'True if only the request for this one alone says whether there is a proof, or why not.',
        ),
      }),
    },
  },
);

/** One item of {@link LogProofs}. */
export type LogProofAnswer =
  | { readonly of: string; readonly proof: string }
  | { readonly of: string; readonly singly: true };

/** The response with several proofs. */
export interface LogProofs {
  readonly proofs: readonly LogProofAnswer[];
}

/** The query parameter for the API reference; `parseVersionBatchQuery` validates it. */
export const LogProofsQuerySchema = object(['primes'], {
  primes: {
    type: 'string',
    description: `1 to ${PRIME_BATCH_LIMITS.maxItems} versions as name@version, with commas between them.`,
    examples: ['@acme/core@1.0.0,@acme/style@1.2.0'],
  },
});
