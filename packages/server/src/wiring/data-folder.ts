// Files in the data folder; without what opens them, which takes longest to load.

/** The database in the data folder. */
export const DATABASE_FILE = 'registry.sqlite';

/** Marks a data folder while a restore is unfinished. */
export const UNFINISHED_RESTORE_FILE = 'unfinished-restore';
