// Records changes of signatures and signers, in the audit log and in the transparency log.
import { record } from '../audit-log.ts';
import type { Act, AuditEntry } from '../contracts/audit-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { describeAct, type LoggedAct } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import type { Transaction } from '../sql/schema.ts';

/** Records a change in its transaction. @returns the index of its entry */
export type SigningRecorder = (
  transaction: Transaction,
  act: Act,
  logged: LoggedAct,
  audited: Pick<AuditEntry, 'name' | 'version' | 'details'>,
) => Promise<number>;

/** @param placeOf - the index of an entry, from the one that its append returned */
export function createSigningRecorder(
  log: SqlStoreDeps['log'],
  placeOf: (index: number) => number,
): SigningRecorder {
  const appendToLog = createLogAppender(log);
  return async (transaction, act, logged, audited) => {
    await record(transaction, { ...act, ...audited });
    const [entry] = await appendToLog(transaction, [{ entry: describeAct(act, logged) }]);
    if (entry === undefined) throw new Error('an append returned no entry');
    return placeOf(entry.index);
  };
}
