// The progress of an ordered list whose entries are worked on concurrently: the last entry up to which all
// are done.

export class DoneSoFar {
  readonly #open: { readonly name: string; isDone: boolean }[] = [];
  #last: string | undefined;

  /** The name up to which all are done; undefined before the first is done. */
  get last(): string | undefined {
    return this.#last;
  }

  /** Call it in the order of the list. @returns to be called when the entry is done */
  begin(name: string): () => void {
    const entry = { name, isDone: false };
    this.#open.push(entry);
    return () => {
      entry.isDone = true;
      while (this.#open[0]?.isDone === true) this.#last = this.#open.shift()?.name;
    };
  }
}
