// What somebody with SQL may do to the log of a registry with three versions, in SQL of both engines.

/** Statements that the tables refuse. */
export const LOG_REFUSALS: readonly string[] = [
  "update log_entries set entry = 'x' where entry_index = 1",
  'delete from log_entries where entry_index = 3',
  'insert into log_nodes (level, position, hash) select 1, 7, edge from log_state; update log_nodes set level = 2',
  'insert into log_nodes (level, position, hash) select 1, 8, edge from log_state; delete from log_nodes',
];

interface Damage {
  readonly what: string;
  readonly statements: readonly string[];
  readonly defect: RegExp;
}

/** Entries are #0 begin, #1 to #3 publishes of 1.0.0, 2.0.0 and 3.0.0. The triggers are gone. */
export const LOG_DAMAGES: readonly Damage[] = [
  {
    what: 'a version with another digest',
    statements: [`update versions set sha256 = '${'cd'.repeat(32)}' where version = '2.0.0'`],
    defect: /^@acme\/web-style 2\.0\.0 has the digest (cd){32}, but entry #2 of the log tells (ab){32}$/,
  },
  {
    what: 'a yank that is not in the log',
    statements: ["update versions set yanked_at_ms = 1 where version = '2.0.0'"],
    defect: /^@acme\/web-style 2\.0\.0 is yanked, and the log does not say so$/,
  },
  {
    what: 'a changed entry',
    statements: [
      'update log_entries set entry = (select other.entry from log_entries as other where other.entry_index = 1) where entry_index = 2',
    ],
    defect: /^the state of the log is not that of its 4 entries$/,
  },
  {
    what: 'a missing entry',
    statements: ['delete from log_entries where entry_index = 2'],
    defect: /^the log has 3 of the 4 entries from #0 on$/,
  },
  {
    what: 'an entry behind the end',
    statements: [
      'insert into log_entries (entry_index, entry) select 9, entry from log_entries where entry_index = 3',
    ],
    defect: /^the log has an entry #9 behind its end$/,
  },
  {
    what: 'a node behind the end',
    statements: ['insert into log_nodes (level, position, hash) select 1, 0, edge from log_state'],
    defect: /^the log has a node 0 of level 1 behind its end$/,
  },
  {
    what: 'a version without an entry',
    statements: ['delete from logged_versions where entry_index = 3'],
    defect: /^@acme\/web-style 3\.0\.0 is not in the log$/,
  },
  {
    what: 'a version with the entry of another one',
    statements: ['update logged_versions set entry_index = 1 where entry_index = 3'],
    defect: /^entry #1 of the log is that of @acme\/web-style 3\.0\.0, but names another$/,
  },
  {
    what: 'a version that was published twice',
    statements: ['update logged_versions set entry_index = 1 where entry_index = 3'],
    defect: /^@acme\/web-style 3\.0\.0 is in the log twice: its entry is not #3$/,
  },
  {
    what: 'an entry of a version that is gone',
    statements: ['update logged_versions set version_id = 77 where entry_index = 3'],
    defect: /^entry #3 of the log is that of a version that does not exist$/,
  },
  {
    what: 'an entry that is none',
    statements: ["update log_entries set entry = cast('[]' as $bytes) where entry_index = 0"],
    defect: /^entry #0: the log entry is not a JSON object$/,
  },
];
