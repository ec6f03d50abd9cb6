// The removals that are not finished.
import type { UnfinishedRemovalStore } from '../contracts/unfinished-removal-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { removeUnusedWords } from '../search/words/unused-words.ts';
import { prepareQuery } from '../sql/prepared-query.ts';

export function createUnfinishedRemovalStore(deps: SqlStoreDeps): UnfinishedRemovalStore {
  const { transact, reader, erasure } = deps;
  const finish = prepareQuery((db, key: { name: string; identity: string; part: 'tarball' | 'words' }) =>
    db
      .deleteFrom('unfinished_removals')
      .where('name', '=', key.name)
      .where('identity', '=', key.identity)
      .where('part', '=', key.part),
  );
  return {
    async listUnfinishedRemovals(part, limit) {
      const rows = await reader
        .selectFrom('unfinished_removals')
        .where('part', '=', part)
        .select(['part', 'name', 'identity', 'sha256'])
        .orderBy('name')
        .orderBy('identity')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row }));
    },

    finishRemovals: (removals) =>
      transact(async (transaction) => {
        for (const { name, identity, part } of removals) await finish(transaction, { name, identity, part });
      }),

    async eraseWords(signal) {
      await removeUnusedWords(deps, signal);
      await erasure.eraseDeleted(signal);
    },
  };
}
