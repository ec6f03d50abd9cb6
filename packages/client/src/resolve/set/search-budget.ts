// Bounds the work and the memory of a search: a hostile registry could make it take hours, without one conflict.

/** Most work of a search; one unit takes about 0.1 microseconds. */
const MAX_WORK = 200_000_000;
/** Most versions and requirements that a search keeps; a version counts as much as four requirements. */
const MAX_KEPT = 4_000_000;
const VERSION_SIZE = 4;

/** A search has spent its budget: it took too long, or the lists of versions are too long. */
export class SearchExhausted extends Error {
  override readonly name = 'SearchExhausted';
  readonly reason: 'work' | 'lists';

  constructor(reason: SearchExhausted['reason']) {
    super(`the search has spent its budget: ${reason}`);
    this.reason = reason;
  }
}

/** The budget of one search, with all its rounds. */
export class SearchBudget {
  readonly #maxWork: number;
  #work = 0;
  #kept = 0;

  constructor(maxWork = MAX_WORK) {
    this.#maxWork = maxWork;
  }

  /** @throws SearchExhausted */
  spend(units: number): void {
    this.#work += units;
    if (this.#work > this.#maxWork) throw new SearchExhausted('work');
  }

  /** Counts a version that is kept, with the number of its requirements. @throws SearchExhausted */
  keep(requirements: number): void {
    this.#kept += VERSION_SIZE + requirements;
    if (this.#kept > MAX_KEPT) throw new SearchExhausted('lists');
  }
}
