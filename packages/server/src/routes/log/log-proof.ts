// GET /-/primes/…/proof: the proof that a version is in the log (C2SP tlog-proof).
import {
  type PrimeName,
  parseLogProofQuery,
  RegistryError,
  ROUTES,
  type Version,
} from '@prime-registry/protocol';
import { versionNotFound } from '../../actions/not-found.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { invalidQuery } from '../../http/requests/query-problems.ts';
import type { PlacedEntry } from '../../log/registry-log.ts';
import { VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import type { Needs } from '../route-deps.ts';
import { beyondTheLog } from './beyond-the-log.ts';
import {
  type LogNeeds,
  logProblems,
  PLAIN_TEXT,
  requireLog,
  sendLogAnswer,
  textAnswer,
} from './log-answer.ts';

/** After how many seconds to ask again for the entry of an older version. */
const RETRY_AFTER_S = '60';

export const logProof: Route<LogNeeds | 'store'> = {
  method: 'GET',
  path: ROUTES.logProof,
  access: 'readers',
  schema: {
    operationId: 'readLogProof',
    summary: 'Read the proof that a version is in the log',
    description:
      'The entry of its publish, its index, the hashes of its inclusion and a checkpoint (C2SP tlog-proof).',
    tags: ['log'],
    params: VersionParamsSchema,
    querystring: {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 1, description: 'For an earlier log with this many entries.' },
      },
    },
    response: {
      200: textAnswer('The proof.'),
      ...logProblems(
        [400, 'The size is wrong, or more than the log has.'],
        [
          404,
          'The version is not in this registry, or not in a log of this size, or not logged yet; or there is no signed log.',
        ],
        [410, 'The version was removed.'],
        [451, 'The version was removed for legal reasons.'],
      ),
    },
  },
  async handle(deps, request, reply) {
    const log = requireLog(deps);
    const { name, version } = readVersion(request);
    const parsed = parseLogProofQuery(request.query as Record<string, unknown>);
    if ('problems' in parsed) throw invalidQuery(parsed.problems);
    const { size } = parsed.query;
    const found = await findEntry(deps, name, version);
    if (size !== undefined) await requireWithin(size, found, await log.size());
    return sendLogAnswer(deps, request, reply, {
      ...{ type: PLAIN_TEXT, body: await log.prove(found, size) },
      // Witnesses may still cosign it.
      isUnchanging: size !== undefined && !log.isWitnessed,
    });
  },
};

async function findEntry({ store }: Needs<'store'>, name: PrimeName, version: Version): Promise<PlacedEntry> {
  const found = await store.findLoggedVersion(name.full, version);
  if (found !== undefined) return found;
  if ((await store.findVersion(name.full, version)) === undefined)
    throw await versionNotFound(store, name, version);
  throw new RegistryError('not_logged_yet', {
    detail: `${name.full} ${version.full} is from before the log, which is taking in older versions; try again later.`,
    headers: { 'Retry-After': RETRY_AFTER_S },
  });
}

async function requireWithin(size: number, { index }: PlacedEntry, newest: number): Promise<void> {
  if (size > newest) throw beyondTheLog('size', size, newest);
  if (index < size) return;
  throw new RegistryError('not_found', {
    detail: `The version is entry ${index}, which a log of ${size} entries does not have; ask for at least ${index + 1}.`,
  });
}
