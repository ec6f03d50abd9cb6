// Keeps the rows of the audit log as they were written. It is a guard against mistakes and against whoever has nothing but
// SQL; who owns the file can take the triggers away.
import { type Migration, sql } from 'kysely';

const appendOnly: Migration = {
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

/** The migrations of this engine, by name. */
export const auditMigrations: Record<string, Migration> = { '0004-audit-append-only': appendOnly };
