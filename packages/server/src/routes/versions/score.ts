// GET /-/primes/…/score: what speaks for a version, and what is missing.
import { RULES } from '@prime-registry/lint';
import { RegistryError, ROUTES, type VersionScore, VersionScoreSchema } from '@prime-registry/protocol';
import { findScore } from '../../actions/read-atoms/find-score.ts';
import { inventoryNotFound } from '../../actions/read-atoms/inventory-not-found.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { json, problems, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';

export const score: Route<'store'> = {
  path: ROUTES.score,
  schema: {
    operationId: 'readScore',
    summary: 'Read the score of a version',
    tags: ['atoms'],
    params: VersionParamsSchema,
    response: {
      200: json(VersionScoreSchema, 'The score; also of a yanked version.'),
      ...problems([
        404,
        'The Prime or the version is not in this registry, or its atoms were never assessed.',
      ]),
    },
  },
  async handle({ store }, request): Promise<VersionScore> {
    const { name, version } = readVersion(request);
    const [record, readme, inventory] = await Promise.all([
      store.findVersion(name.full, version),
      store.findReadme(name.full, version),
      store.findInventory(name.full, version),
    ]);
    if (record === undefined || inventory === undefined) throw await inventoryNotFound(store, name, version);
    const found = findScore(record, readme, inventory);
    if (found === undefined) {
      throw new RegistryError('atoms_not_read', {
        detail: `The atoms of ${name.full} ${version.full} were never assessed. The operator can do it with 'prime-registry index'.`,
      });
    }
    const parts = found.parts.map(({ reasons, ...part }) => ({
      ...part,
      reasons: reasons.map(({ rule, count }) => {
        const { summary, remedy } = RULES[rule];
        return { rule, count, summary, remedy };
      }),
    }));
    return { name: name.full, version: record.version, points: found.points, max: found.max, parts };
  },
};
