// The cursors of change feeds.
import type { FeedCursor, FeedCursorStore, FeedReader } from '../contracts/mirror/feed-cursor-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Transaction } from '../sql/schema.ts';

export function createFeedCursorStore({ transact, reader: db }: SqlStoreDeps): FeedCursorStore {
  const find = prepareQuery((queries, { url, reader }: FeedReader) =>
    queries.selectFrom('feed_cursors').where('url', '=', url).where('reader', '=', reader).selectAll(),
  );
  return {
    async findFeedCursor({ url, reader }) {
      const [row] = await find(db, { url, reader });
      return row && { url, reader, cursor: row.cursor, atMs: Number(row.at_ms) };
    },

    async saveFeedCursor(cursor) {
      await transact((transaction) => save(transaction, cursor));
    },

    async replaceFeedCursor(cursor, before) {
      await transact(async (transaction) => {
        const ended = await transaction
          .deleteFrom('feed_cursors')
          .where('url', '=', before.url)
          .where('reader', '=', before.reader)
          .where('cursor', '=', before.cursor)
          .returning('url')
          .execute();
        if (ended.length > 0) await save(transaction, cursor);
      });
    },
  };
}

async function save(transaction: Transaction, { url, reader, cursor, atMs }: FeedCursor): Promise<void> {
  await transaction
    .insertInto('feed_cursors')
    .values({ url, reader, cursor, at_ms: atMs })
    .onConflict((conflict) => conflict.columns(['url', 'reader']).doUpdateSet({ cursor, at_ms: atMs }))
    .execute();
}

const end = prepareQuery((db, { url }: { url: string }) =>
  db.deleteFrom('feed_cursors').where('url', '=', url).where('reader', 'like', 'copy %'),
);

/** Ends the cursors of copies: a copy that continued would not bring back what is removed. */
export async function endCopies(transaction: Transaction, urls: Iterable<string>): Promise<void> {
  await end.each(
    transaction,
    [...urls].map((url) => ({ url })),
  );
}
