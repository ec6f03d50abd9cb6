// DELETE /pack/:scope/:version (contract section 4.6).
import {
  formatTimestamp,
  MAX_YANK_REASON_LENGTH,
  ROUTES,
  type YankReceipt,
  YankReceiptSchema,
} from '@prime-registry/protocol';
import { yankVersion } from '../../actions/yank-version.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { readJsonBody } from '../../http/requests/read-json-body.ts';
import { BAD_TOKEN, json, problems, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';

export const yank: Route<'metrics' | 'yanking'> = {
  method: 'DELETE',
  path: ROUTES.versionManifest,
  access: 'token',
  rate: 'yank',
  schema: {
    operationId: 'yank',
    summary: 'Yank a version',
    description:
      'Withdraws a version from the list, latest and search; clients that ask for it exactly still get it. ' +
      'An optional JSON body {"reason": "…"} says why. Needs a token that may yank in the scope.',
    tags: ['contract'],
    params: VersionParamsSchema,
    response: {
      200: json(YankReceiptSchema, 'Yanked, now or earlier.'),
      ...problems(
        [400, 'The body cannot be read.'],
        BAD_TOKEN,
        [403, 'The token may not do this, or the version is not a prerelease.'],
        [404, 'The Prime or the version is not in this registry.'],
      ),
    },
  },
  async handle({ metrics, yanking }, request, reply): Promise<YankReceipt> {
    const body = await readJsonBody(request, reply, {
      holdsToken: yanking.holdsToken,
      example: '{"reason": "superseded by 1.1.0"}',
    });
    const reason = body.optionalText('reason', MAX_YANK_REASON_LENGTH);
    body.requireValid();
    const yanked = await yankVersion(yanking, {
      actor: requesterOf(request),
      ...readVersion(request),
      reason,
    });
    metrics.yanks.inc();
    const { name, version, yankedAtMs = yanking.now() } = yanked;
    return { name, version, yanked: true, yanked_at: formatTimestamp(yankedAtMs) };
  },
};
