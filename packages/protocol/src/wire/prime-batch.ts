// GET /-/resolve (not part of the contract).
import { PRIME_BATCH_LIMITS } from '../queries/prime-batch-query.ts';
import { document, flag, object } from './schema-parts.ts';
import type { VersionList } from './version-list.ts';
import type { VersionManifest } from './version-manifest.ts';

export const PrimeBatchSchema = document(
  'PrimeBatch',
  'Lists of versions and manifests, in the order of the request; behind them, the manifests of latest versions.',
  ['primes'],
  {
    primes: {
      type: 'array',
      items: object(['of'], {
        of: {
          type: 'string',
          description: 'As in the query, or the name and the latest version of a list.',
          examples: ['@acme/core@1.2.0'],
        },
        list: { type: 'object', description: 'What GET /pack/@scope/name answers.' },
        manifest: { type: 'object', description: 'What GET /pack/@scope/name/version answers.' },
        singly: flag('True if only the request for this one alone says whether it exists, and what it is.'),
      }),
    },
  },
);

/** One item of a {@link PrimeBatch}. */
export type PrimeBatchAnswer =
  | { readonly of: string; readonly list: VersionList }
  | { readonly of: string; readonly manifest: VersionManifest }
  | { readonly of: string; readonly singly: true };

/** The response with several lists and manifests. */
export interface PrimeBatch {
  readonly primes: readonly PrimeBatchAnswer[];
}

/** The query parameters for the API reference; `parsePrimeBatchQuery` validates them. */
export const PrimeBatchQuerySchema = object(['primes'], {
  primes: {
    type: 'string',
    description: `1 to ${PRIME_BATCH_LIMITS.maxItems} with commas between them: names for lists, name@version for manifests.`,
    examples: ['@acme/core,@acme/style@1.2.0'],
  },
  yanked: { const: 'include', description: 'Lists have yanked versions as well.' },
  latest: {
    const: 'include',
    description:
      'The manifest of the latest version of each list is sent as well, if the answer and the rate limit have room for it.',
  },
});
