// How far the witnesses of this log have cosigned it, and the newest heads with their cosignatures.
import { addSignatures, formatNote, parseNote } from '@prime-registry/tlog';
import type { Selectable } from 'kysely';
import type { CosignedHead, WitnessProgress, WitnessStore } from '../contracts/log/witness-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { prepareQuery } from '../sql/prepared-query.ts';
import type { Schema, Transaction } from '../sql/schema.ts';

/** Heads to keep, and the last one of each witness: proofs of earlier sizes are asked for rarely. */
const KEPT = 100;

export function createCosignedHeads(
  deps: SqlStoreDeps,
): Pick<WitnessStore, 'listWitnesses' | 'noteCosignatures' | 'findCosignedHead'> {
  const { transact, reader } = deps;
  const list = prepareQuery((db, _none: object) =>
    db.selectFrom('log_witnesses').selectAll().orderBy('vkey'),
  );
  const find = prepareQuery((db, { size }: { size: number }) =>
    db.selectFrom('log_heads').where('size', '=', size).select('note'),
  );
  return {
    async listWitnesses() {
      return (await list(reader, {})).map(toProgress);
    },

    async noteCosignatures(progress, head) {
      await transact(async (transaction) => {
        for (const each of progress) await replaceProgress(transaction, each);
        if (head !== undefined) await keepHead(transaction, head);
      });
    },

    async findCosignedHead(size) {
      const [row] = await find(reader, { size });
      return row?.note;
    },
  };
}

async function replaceProgress(transaction: Transaction, progress: WitnessProgress): Promise<void> {
  const { vkey, ...values } = toRow(progress);
  await transaction
    .insertInto('log_witnesses')
    .values({ vkey, ...values })
    .onConflict((conflict) => conflict.column('vkey').doUpdateSet(values))
    .execute();
}

async function keepHead(transaction: Transaction, { size, note, atMs }: CosignedHead): Promise<void> {
  const row = await transaction
    .selectFrom('log_heads')
    .where('size', '=', size)
    .select('note')
    .executeTakeFirst();
  const values = { note: row === undefined ? note : joinNotes(row.note, note), at_ms: atMs };
  await transaction
    .insertInto('log_heads')
    .values({ size, ...values })
    .onConflict((conflict) => conflict.column('size').doUpdateSet(values))
    .execute();
  const oldest = await transaction
    .selectFrom('log_heads')
    .select('size')
    .orderBy('size', 'desc')
    .offset(KEPT - 1)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await transaction
    .deleteFrom('log_heads')
    .where('size', '<', oldest.size)
    .where('size', 'not in', (query) => query.selectFrom('log_witnesses').select('size'))
    .execute();
}

/** The cosignatures of both, if they are of one head; a log that got another name has other texts. */
function joinNotes(before: string, next: string): string {
  const [known, added] = [parseNote(before), parseNote(next)];
  return known.text === added.text ? formatNote(addSignatures(known, added.signatures)) : next;
}

function toRow({ vkey, size, cosignedAtMs, failures, nextAtMs, problem }: WitnessProgress) {
  return {
    ...{ vkey, size, failures },
    cosigned_at_ms: cosignedAtMs ?? null,
    next_at_ms: nextAtMs,
    problem: problem ?? null,
  };
}

function toProgress(row: Selectable<Schema['log_witnesses']>): WitnessProgress {
  return {
    ...{ vkey: row.vkey, failures: row.failures, problem: row.problem ?? undefined },
    size: Number(row.size),
    cosignedAtMs: row.cosigned_at_ms === null ? undefined : Number(row.cosigned_at_ms),
    nextAtMs: Number(row.next_at_ms),
  };
}
