// How far a list is done of which several entries are worked on at a time: up to the last one before which
// all are done.

interface Entry {
  readonly name: string;
  isDone: boolean;
}

/** The front of the work. */
export class DoneSoFar {
  readonly #open: Entry[] = [];
  #last: string | undefined;

  /** The name up to which all is done; undefined while not even the first is. */
  get last(): string | undefined {
    return this.#last;
  }

  /** To be called in order. @returns what is to be called when this one is done */
  begin(name: string): () => void {
    const entry = { name, isDone: false };
    this.#open.push(entry);
    return () => {
      entry.isDone = true;
      while (this.#open[0]?.isDone === true) this.#last = this.#open.shift()?.name;
    };
  }
}
