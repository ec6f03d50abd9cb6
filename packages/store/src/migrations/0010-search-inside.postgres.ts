// The index of READMEs and atoms, and the vocabulary. They stay empty until the rebuild fills them.
import { type Migration, sql } from 'kysely';

export const searchInside: Migration = {
  async up(db) {
    await sql`
      create table search_spellings (
        spelling text collate "C" not null, word text collate "C" not null, primary key (spelling, word)
      )`.execute(db);
    await sql`
      create table search_contents (
        prime_id bigint primary key references primes (id),
        basis text collate "C" not null,
        license text collate "C" not null,
        namespaces text collate "C" not null,
        kinds text collate "C" not null,
        terms tsvector not null
      )`.execute(db);
    await sql`
      create table search_passages (
        prime_id bigint not null,
        content_id bigint not null,
        words text collate "C" not null,
        terms tsvector not null,
        primary key (prime_id, content_id)
      )`.execute(db);
    await sql`create index search_contents_terms on search_contents using gin (terms) with (fastupdate = off)`.execute(
      db,
    );
    // A Prime may have hundreds of passages with hundreds of words each. They wait in a pending list that is
    // merged when it is full: a tenth of the work. Every search reads the list, so it is short. The limit is
    // in KiB.
    await sql`
      create index search_passages_terms on search_passages using gin (terms)
      with (fastupdate = on, gin_pending_list_limit = 512)`.execute(db);
  },
};
