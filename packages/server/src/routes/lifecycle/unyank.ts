// DELETE /-/primes/…/yank: takes the yank of a version back.
import { ROUTES, type UnyankReceipt, UnyankReceiptSchema } from '@prime-registry/protocol';
import { unyankVersion } from '../../actions/lifecycle/unyank-version.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { json, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { CHANGE_PROBLEMS } from './lifecycle-answer.ts';

export const unyank: Route<'changing'> = {
  method: 'DELETE',
  path: ROUTES.versionYank,
  permission: 'yank',
  rate: 'yank',
  schema: {
    operationId: 'unyank',
    summary: 'Take a yank back',
    description: 'The version is listed, found and resolved again. Needs a token that may yank in the scope.',
    params: VersionParamsSchema,
    response: { 200: json(UnyankReceiptSchema, 'Not yanked, now or before.'), ...CHANGE_PROBLEMS },
  },
  async handle({ changing }, request): Promise<UnyankReceipt> {
    const { name, version } = await unyankVersion(changing, {
      actor: requesterOf(request),
      ...readVersion(request),
    });
    return { name, version, yanked: false };
  },
};
