// What a name is set to, such as the version of a channel: the last acknowledged value, and values whose requests had
// no answer.

/** One setting of a Prime. Only one request at a time may change it. */
export class Register {
  /** What was acknowledged last; undefined for nothing. */
  #known: string | undefined;
  /** What it may be instead. */
  #open: (string | undefined)[] = [];
  /** The life of the registry that got the request. */
  #openLife = 0;
  #isChanging = false;

  /** Whether a change can be sent now. A lost one may still take effect until the registry dies. */
  get isFree(): boolean {
    return !this.#isChanging && this.#open.length === 0;
  }

  get known(): string | undefined {
    return this.#known;
  }

  /** A request is sent. @returns what records its outcome */
  begin(value: string | undefined, life: number): (outcome: 'done' | 'refused' | 'lost') => void {
    this.#isChanging = true;
    this.#open.push(value);
    this.#openLife = life;
    return (outcome) => {
      this.#isChanging = false;
      if (outcome === 'lost') return;
      if (outcome === 'done') this.#known = value;
      this.#open = this.#open.filter((each) => each !== value);
    };
  }

  /** Something else may have cleared it, such as the removal of the version. */
  mayBeCleared(life: number): void {
    this.#open.push(undefined);
    this.#openLife = life;
  }

  /** A restore: anything may be. */
  forget(values: readonly (string | undefined)[]): void {
    this.#open = [...values, this.#known, undefined];
    this.#openLife = 0;
  }

  /** Judges what was read without load. @returns what is wrong with it, if anything */
  settle(value: string | undefined, life: number): string | undefined {
    if (value === this.#known && this.#open.length === 0) return undefined;
    if (value !== this.#known && !this.#open.includes(value))
      return `is ${value}, not ${[this.#known, ...this.#open].join(' or ')}`;
    if (this.#openLife < life) {
      this.#known = value;
      this.#open = [];
    }
    return undefined;
  }
}

/** The settings of the Primes, by name. */
export class Registers {
  readonly #registers = new Map<string, Register>();
  /** Every value that was ever sent, for restores. */
  readonly #values = new Map<string, Set<string>>();

  of(name: string): Register {
    const register = this.#registers.get(name) ?? new Register();
    this.#registers.set(name, register);
    return register;
  }

  begin(name: string, value: string | undefined, life: number): ReturnType<Register['begin']> {
    const values = this.#values.get(name) ?? new Set();
    this.#values.set(name, value === undefined ? values : values.add(value));
    return this.of(name).begin(value, life);
  }

  /** The registry was restored. */
  rewind(): void {
    for (const [name, register] of this.#registers) register.forget([...(this.#values.get(name) ?? [])]);
  }
}
