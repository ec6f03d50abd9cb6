// The forms of indexes that can be rebuilt from other tables.

/**
 * The form of the search index. Raise it by one with every change of the rows for the same Primes, such as
 * how words are split or marked. An index of another form is rebuilt when a server starts.
 */
export const SEARCH_FORM = 4;

/** The form of an index that must be rebuilt. */
export const NO_FORM = 0;

/** The name of the search index in `index_states`. */
export const SEARCH_INDEX = 'search';
