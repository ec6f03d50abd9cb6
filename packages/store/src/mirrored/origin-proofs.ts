// The logs of upstreams as far as they are known, and the proofs of mirrored versions.
import type { OriginProof, OriginProofStore } from '../contracts/log/origin-proof-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { type VersionKey, versionIdOf, versionsOf } from '../sql/named-versions.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';
import type { InsertedVersion } from '../versions/insert/version-insert.ts';
import { forgetUrl } from './mirrored-lists.ts';

export function createOriginProofStore({ transact, reader }: SqlStoreDeps): OriginProofStore {
  const findLog = prepareQuery((db, { url }: { url: string }) =>
    db.selectFrom('upstream_logs').where('url', '=', url).select(['url', 'vkeys', 'note']),
  );
  const findProof = prepareQuery((db, version: VersionKey) =>
    db
      .selectFrom('origin_proofs')
      .where('version_id', '=', versionIdOf(db, version))
      .select(['url', 'vkey', 'proof as text']),
  );
  return {
    async findUpstreamLog(url) {
      const [row] = await findLog(reader, { url });
      return row && { url, vkeys: row.vkeys.split(' '), note: row.note };
    },

    saveUpstreamLog: ({ url, vkeys, note }, before, atMs) =>
      transact(async (transaction) => {
        const change = { vkeys: vkeys.join(' '), note };
        const changed =
          before === undefined
            ? await transaction
                .insertInto('upstream_logs')
                .values({ url, ...change, since_ms: atMs })
                .onConflict((conflict) => conflict.column('url').doNothing())
                .returning('url')
                .execute()
            : await transaction
                .updateTable('upstream_logs')
                .set(change)
                .where('url', '=', url)
                .where('note', '=', before.note)
                .where('vkeys', '=', before.vkeys.join(' '))
                .returning('url')
                .execute();
        return changed.length > 0;
      }),

    forgetUpstreamLog: (url, entry) =>
      transact((transaction) => forgetUrl(transaction, 'upstream_logs', url, entry)),

    async findOriginProof(name, { identity }) {
      const [row] = await findProof(reader, { name, identity });
      return row && { ...row };
    },

    saveOriginProof: (name, { identity }, proof) =>
      transact(async (transaction) => {
        const id = await versionIdOf(transaction, { name, identity }).executeTakeFirst();
        if (id !== undefined) await insertProof(transaction, toRow(id.id, proof));
      }),
  };
}

/** Stores the proofs that come with new versions, in the transaction that inserts them. */
export async function keepProofs(
  transaction: Transaction,
  inserted: readonly InsertedVersion[],
): Promise<void> {
  const rows = inserted.flatMap(({ id, insert: { version } }) =>
    version.originProof === undefined ? [] : [toRow(id, version.originProof)],
  );
  await insertProof.each(transaction, rows);
}

const forget = prepareQuery((db, { name }: { name: string }) =>
  db.deleteFrom('origin_proofs').where('version_id', 'in', versionsOf(db, name).select('versions.id')),
);

/** Forgets the proofs of a Prime: they are of the logs of its former upstream. */
export async function forgetProofs(transaction: Transaction, name: string): Promise<void> {
  await forget(transaction, { name });
}

function toRow(versionId: number, { url, vkey, text }: OriginProof): Schema['origin_proofs'] {
  return { version_id: versionId, url, vkey, proof: text };
}

const insertProof = prepareQuery((db, row: Schema['origin_proofs']) =>
  db
    .insertInto('origin_proofs')
    .values(row)
    .onConflict((conflict) => conflict.column('version_id').doNothing()),
);
