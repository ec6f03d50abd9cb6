// GET /-/log/proofs?primes=…: the proofs of many versions in one answer, for an install. Each is exactly what the request
// for it alone answers, or that request must be sent.
import {
  LogProofsQuerySchema,
  LogProofsSchema,
  parseVersionBatchQuery,
  ROUTES,
  type VersionBatchItem,
} from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import { readQuery } from '../../http/requests/query-problems.ts';
import type { Prover } from '../../log/registry-log.ts';
import { answerItems, type ItemAnswer } from '../prime-batch/answer-items.ts';
import { json } from '../responses.ts';
import type { Route } from '../route.ts';
import { type LogNeeds, logProblems, requireLog } from './log-answer.ts';

/** An item without an answer. */
const ITEM_BYTES = 70;

export const logProofs: Route<LogNeeds | 'store'> = {
  path: ROUTES.logProofs,
  schema: {
    operationId: 'readLogProofs',
    summary: 'Read the proofs that many versions are in the log',
    description:
      'Counts as one read for each item. An item is singly if the version is missing, removed or not logged yet, or if the answer or the rate limit has no room for it.',
    tags: ['log'],
    querystring: LogProofsQuerySchema,
    response: {
      200: json(LogProofsSchema, 'The proofs.'),
      ...logProblems(
        [400, 'The query parameter is wrong; errors says why.'],
        [404, 'The registry has no signed log.'],
      ),
    },
  },
  async handle(deps, request, reply): Promise<string> {
    const log = requireLog(deps);
    const { items } = readQuery(request, parseVersionBatchQuery);
    const { store, reading } = deps;
    const prover = await log.proverAt();
    const answers = await answerItems({
      ...{ items, reading, request, reply },
      answer: (item) => prove(store, prover, item),
    });
    reply.type('application/json; charset=utf-8');
    return `{"proofs":[${answers.join(',')}]}`;
  },
};

async function prove(
  store: Pick<RegistryStore, 'findLoggedVersion'>,
  prover: Prover,
  { of, name, version }: VersionBatchItem,
): Promise<ItemAnswer> {
  const found = await store.findLoggedVersion(name.full, version);
  // What was published after the head was read is in the next one.
  if (found === undefined || found.index >= prover.size) return { json: undefined, workBytes: ITEM_BYTES };
  const { text: proof } = await prover.prove(found);
  const answer = JSON.stringify({ of, proof });
  return { json: answer, workBytes: answer.length };
}
