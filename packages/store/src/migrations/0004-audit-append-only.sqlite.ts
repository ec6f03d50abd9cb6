// Makes the audit log append-only. The triggers protect against mistakes and against an attacker who has only
// SQL; the owner of the file can remove them.
import { type Migration, sql } from 'kysely';

export const auditAppendOnly: Migration = {
  async up(db) {
    for (const change of ['update', 'delete']) {
      await sql`
        create trigger ${sql.id(`audit_log_no_${change}`)} before ${sql.raw(change)} on audit_log
        begin
          select raise(abort, 'the audit log can only be added to');
        end`.execute(db);
    }
  },
};
