// GET /-/primes/…/proof: the proof that a version is in the log (C2SP tlog-proof).
import {
  LOG_CONSISTENCY_HEADER,
  LOG_KEY_HEADER,
  LOG_REGISTRY_HEADER,
  parseLogProofQuery,
  ROUTES,
} from '@prime-registry/protocol';
import type { OriginProof } from '@prime-registry/store';
import { readVersion } from '../../http/requests/prime-path.ts';
import { readQuery } from '../../http/requests/query-problems.ts';
import type { Proof, RegistryLog } from '../../log/registry-log.ts';
import { inQuery, REMOVED, textAnswer, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { findLoggedEntry, findOriginProof, requireWithin } from './find-proved.ts';
import { type LogNeeds, logProblems, PLAIN_TEXT, requireLog, sendLogAnswer } from './log-answer.ts';

/** How long the proof of this registry stands in for that of another one, in milliseconds. */
const OWN_MAX_AGE_MS = 60_000;

export const logProof: Route<LogNeeds | 'store' | 'mirror'> = {
  path: ROUTES.logProof,
  schema: {
    operationId: 'readLogProof',
    summary: 'Read the proof that a version is in the log',
    description:
      'The entry of its publish, its index, the hashes of its inclusion and a checkpoint (C2SP tlog-proof).',
    tags: ['log'],
    params: VersionParamsSchema,
    querystring: inQuery({
      size: { type: 'integer', minimum: 1, description: 'For an earlier log with this many entries.' },
      from: {
        type: 'integer',
        minimum: 0,
        description:
          'An earlier number of entries: the header Log-Consistency has the hashes between both, in Base64, one after the other.',
      },
      of: {
        type: 'string',
        enum: ['origin'],
        description:
          'The proof of the registry that the version was published in, as a mirror got it. The headers Log-Registry and Log-Key name that registry, and the key that has signed.',
      },
    }),
    response: {
      200: textAnswer('The proof.', 'text/plain'),
      ...logProblems(
        [400, 'The size is wrong, or more than the log has.'],
        [
          404,
          'The version is not in this registry, or not in a log of this size, or not logged yet; or there is no signed log.',
        ],
        ...REMOVED,
      ),
    },
  },
  async handle(deps, request, reply) {
    const { name, version } = readVersion(request);
    const { size, of, from } = readQuery(request, parseLogProofQuery).query;
    if (of === 'origin') {
      const proof = await findOriginProof(deps, name, version);
      if (proof !== 'own') {
        reply.headers(describeOrigin(proof));
        return sendLogAnswer(deps, request, reply, { type: PLAIN_TEXT, body: proof.text });
      }
      // The registry that it came from may prove it later.
      deps.reading.responseCache.limit(request, OWN_MAX_AGE_MS);
    }
    const log = requireLog(deps);
    const found = await findLoggedEntry(deps, name, version);
    if (size !== undefined) requireWithin(size, found, await log.size());
    const proof = await log.prove(found, size);
    if (from !== undefined) reply.headers(await describeGrowth(log, from, proof));
    return sendLogAnswer(deps, request, reply, {
      ...{ type: PLAIN_TEXT, body: proof.text },
      // Witnesses may still cosign it.
      isUnchanging: size !== undefined && !log.isWitnessed,
    });
  },
};

/** Whose proof it is. A key with other characters than a header can have is not told: nobody trusts it unseen. */
function describeOrigin({ url, vkey }: OriginProof): Record<string, string> {
  const isPlain = /^[\x21-\x7e]+$/.test(vkey);
  return { [LOG_REGISTRY_HEADER]: url, ...(isPlain && { [LOG_KEY_HEADER]: vkey }) };
}

/** The hashes since an earlier size, which save a client a request. */
async function describeGrowth(
  log: RegistryLog,
  from: number,
  { size }: Proof,
): Promise<Record<string, string>> {
  if (from > size) return {};
  const hashes = Buffer.concat(await log.proveConsistency(from, size));
  return { [LOG_CONSISTENCY_HEADER]: hashes.toString('base64') };
}
