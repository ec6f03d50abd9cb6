// How a database is made one from before: without the tables that later migrations make.

/** Drops what migrations from 0008 on make. */
export const DROP_LATER_TABLES = [
  'downloads',
  'download_totals',
  'latest_contents',
  'latest_atoms',
  'inventories',
  'atom_contents',
  'atom_texts',
  'search_spellings',
  'search_contents',
  'search_passages',
  'content_search',
  'passage_search',
  'mirrored_versions',
  'mirror_usage',
  'mirrored_lists',
]
  .map((table) => `drop table ${table};`)
  .concat(
    ...['drop index versions_scope;', 'alter table versions drop column scope;'],
    ...['drop index versions_origin;', 'alter table versions drop column origin;'],
  )
  .join('\n');

/** Their names. */
export const LATER_MIGRATIONS = [
  '0008-web-reads',
  '0009-atoms',
  '0010-search-inside',
  '0011-mirror',
  '0012-eviction',
  '0013-own-merges',
];
