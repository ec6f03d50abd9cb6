// The schema of a database as text, object by object, to compare an upgraded database with a new one.
import { DatabaseSync } from 'node:sqlite';
import { query } from '@prime-registry/testkit/postgres';

/** Definitions by object, such as `index versions_scope`. */
export type SchemaObjects = Readonly<Record<string, string>>;

/**
 * Tables with their columns, indexes, triggers, virtual tables with their settings, and applied migrations.
 */
export function readSqliteSchema(file: string): SchemaObjects {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const objects: Record<string, string> = {};
    const master = database.prepare('select type, name, tbl_name, sql from sqlite_master').all();
    for (const { type, name, tbl_name, sql } of master) {
      const definition = String(sql).replaceAll(/\s+/g, ' ').replaceAll('"', '');
      objects[`${type} ${name}`] = `on ${tbl_name}: ${definition}`;
    }
    for (const { name } of master.filter(({ sql }) => /using fts5\(/i.test(String(sql))))
      objects[`settings of ${name}`] = toText(
        database.prepare(`select * from ${name}_config order by k`).all(),
      );
    for (const [table, statement] of Object.entries(KEPT_ROWS)) {
      const isThere = `table ${table}` in objects;
      if (isThere) objects[`rows of ${table}`] = toText(database.prepare(statement).all());
    }
    return objects;
  } finally {
    database.close();
  }
}

/** The same for PostgreSQL, from its catalogs. */
export async function readPostgresSchema(url: string): Promise<SchemaObjects> {
  const objects: Record<string, string> = {};
  for (const row of await query(url, CATALOGS)) objects[String(row.name)] = String(row.definition);
  for (const [table, statement] of Object.entries(KEPT_ROWS)) {
    const isThere = `table ${table}` in objects;
    if (isThere) objects[`rows of ${table}`] = toText(await query(url, statement));
  }
  return objects;
}

// Rows that describe the state of the tables.
const KEPT_ROWS = {
  kysely_migration: 'select name from kysely_migration order by name',
  migration_programs: 'select migration, program from migration_programs order by migration',
  index_states: 'select * from index_states order by name',
};

// postgresql.org/docs/current/catalogs.html
const CATALOGS = `
  select 'column ' || relname || '.' || attname as name,
    concat_ws(' ', row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod),
      'collate ' || nullif(collname, 'default'), case when attnotnull then 'not null' end,
      'identity ' || nullif(attidentity::text, ''), 'default ' || pg_get_expr(adbin, adrelid)) as definition
  from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
    left join pg_collation on pg_collation.oid = attcollation
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped
  union all
  select 'table ' || relname, coalesce(array_to_string(reloptions, ', '), '')
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
  union all
  select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all
  select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select 'function ' || proname, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select 'sequence ' || sequencename, concat_ws(' ', data_type, start_value, increment_by, cycle)
  from pg_sequences where schemaname = 'public'`;

function toText(rows: readonly object[]): string {
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
