// Makes the audit log append-only. The trigger prevents mistakes; the owner of the table can remove it.
import { type Migration, sql } from 'kysely';

export const auditAppendOnly: Migration = {
  async up(db) {
    await sql`
      create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'the audit log can only be added to';
      end $$`.execute(db);
    await sql`
      create trigger audit_log_only_grows before update or delete or truncate on audit_log
      for each statement execute function refuse_audit_change()`.execute(db);
  },
};
