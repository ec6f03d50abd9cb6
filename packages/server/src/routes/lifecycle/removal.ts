// POST /-/primes/…/removal: removes a version for good.
import {
  type RemovalReceipt,
  RemovalReceiptSchema,
  RemovalRequestSchema,
  ROUTES,
} from '@prime-registry/protocol';
import { removeVersion } from '../../actions/lifecycle/remove-version.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { json, problems, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeTombstone } from './describe-lifecycle.ts';
import { CHANGE_PROBLEMS, readChangeBody } from './lifecycle-answer.ts';
import { readRemoval } from './read-lifecycle-body.ts';

/** Versions with the same tarball that are named. */
const MOST_OTHERS = 20;

const EXAMPLE = { category: 'secret', reason: 'It contained a key.' };

export const removal: Route<'changing'> = {
  method: 'POST',
  path: ROUTES.removal,
  permission: 'yank',
  rate: 'yank',
  schema: {
    operationId: 'removeVersion',
    summary: 'Remove a version for good',
    description:
      'Its bytes, atoms and README are gone, also from search, pages and feeds; reads of it are a 410 (451 for law), ' +
      'never a 404. The number stays taken. Needs an admin token; by a setting of the registry, a token that may ' +
      'yank can remove what was published lately and nobody has downloaded.',
    params: VersionParamsSchema,
    body: RemovalRequestSchema,
    response: {
      200: json(RemovalReceiptSchema, 'Removed, now or before.'),
      ...CHANGE_PROBLEMS,
      ...problems([
        503,
        'The tarball could not be removed yet; the registry goes on trying, and the request can be repeated.',
      ]),
    },
  },
  async handle({ changing }, request, reply): Promise<RemovalReceipt> {
    const given = { actor: requesterOf(request), ...readVersion(request) };
    const why = readRemoval(await readChangeBody(changing, request, reply, EXAMPLE));
    const tombstone = await changing.withInventory((inventory) =>
      removeVersion({ ...changing, inventory }, { ...given, ...why }),
    );
    const others = await changing.store.listVersionsOfBlob(tombstone.sha256);
    return {
      ...{ name: tombstone.name, ...describeTombstone(tombstone) },
      ...(others.length > 0 && { also_in: others.slice(0, MOST_OTHERS) }),
    };
  },
};
