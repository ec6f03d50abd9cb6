// What requests queue for: cores that programs share, threads and locks, and groups that commit together.
import type { Process, Simulation, Step } from './kernel.ts';

/** Something whose use is reported. */
export interface Component {
  readonly name: string;
  /** The share of its capacity that was used so far, 0 to 1. */
  utilisation(): number;
}

interface Running {
  /** The virtual time at which its work is done. */
  readonly end: number;
  readonly resume: () => void;
}

/**
 * Cores that running threads share: each thread has a core, or with more threads than cores all have an equal part
 * (processor sharing).
 */
export class Cores implements Component {
  readonly name: string;
  readonly #simulation: Simulation;
  readonly #count: number;
  readonly #running: Running[] = [];
  /** Work that each thread has had so far, in seconds of a core. */
  #virtual = 0;
  #since = 0;
  #used = 0;
  #plan = 0;

  constructor(simulation: Simulation, name: string, count: number) {
    this.name = name;
    this.#simulation = simulation;
    this.#count = count;
  }

  utilisation(): number {
    this.#advance();
    return this.#simulation.now === 0 ? 0 : this.#used / this.#count / this.#simulation.now;
  }

  /** Works on a core. @param seconds - of a core that it has for itself */
  run(seconds: number): Step {
    return (resume) => {
      this.#advance();
      const job = { end: this.#virtual + seconds, resume };
      const at = this.#running.findIndex(({ end }) => end > job.end);
      this.#running.splice(at === -1 ? this.#running.length : at, 0, job);
      this.#planNext();
    };
  }

  #advance(): void {
    const passed = this.#simulation.now - this.#since;
    this.#since = this.#simulation.now;
    this.#virtual += passed * this.#rate();
    this.#used += passed * Math.min(this.#count, this.#running.length);
  }

  #rate(): number {
    return this.#running.length === 0 ? 0 : Math.min(1, this.#count / this.#running.length);
  }

  #planNext(): void {
    const [first] = this.#running;
    this.#plan += 1;
    if (first === undefined) return;
    const plan = this.#plan;
    this.#simulation.after((first.end - this.#virtual) / this.#rate(), () => {
      // Somebody came or went in the meantime.
      if (plan !== this.#plan) return;
      this.#advance();
      this.#running.shift();
      this.#planNext();
      first.resume();
    });
  }
}

/** Servers with one queue, first come first served: threads, connections of a database, or a lock. */
export class Station implements Component {
  readonly name: string;
  readonly #simulation: Simulation;
  readonly #servers: number;
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #busy = 0;
  #since = 0;
  #used = 0;

  constructor(simulation: Simulation, name: string, servers = 1) {
    this.name = name;
    this.#simulation = simulation;
    this.#servers = servers;
  }

  utilisation(): number {
    this.#note();
    return this.#simulation.now === 0 ? 0 : this.#used / this.#servers / this.#simulation.now;
  }

  /** Waits for a server and occupies it during the work. */
  use(work: Step): Step {
    return (resume) => {
      const begin = (): void =>
        work(() => {
          this.#note();
          this.#busy -= 1;
          this.#startNext();
          resume();
        });
      this.#waiting.push(begin);
      this.#startNext();
    };
  }

  #startNext(): void {
    const begin = this.#waiting[this.#next];
    if (begin === undefined || this.#busy >= this.#servers) return;
    this.#next += 1;
    if (this.#next > 1000) this.#waiting.splice(0, this.#next);
    if (this.#next > 1000) this.#next = 0;
    this.#note();
    this.#busy += 1;
    begin();
  }

  #note(): void {
    this.#used += (this.#simulation.now - this.#since) * this.#busy;
    this.#since = this.#simulation.now;
  }
}

/** Those who come while a group is at work form the next one; nobody waits for a group to form. */
export class Group {
  readonly #simulation: Simulation;
  readonly #most: number;
  readonly #work: (members: number) => Process;
  #waiting: (() => void)[] = [];
  #isWorking = false;
  #groups = 0;
  #members = 0;

  constructor(simulation: Simulation, most: number, work: (members: number) => Process) {
    this.#simulation = simulation;
    this.#most = most;
    this.#work = work;
  }

  /** The mean size of the groups so far; 0 without any. */
  get meanSize(): number {
    return this.#groups === 0 ? 0 : this.#members / this.#groups;
  }

  join(): Step {
    return (resume) => {
      this.#waiting.push(resume);
      if (!this.#isWorking) this.#begin();
    };
  }

  #begin(): void {
    const group = this.#waiting.slice(0, this.#most);
    this.#waiting = this.#waiting.slice(group.length);
    this.#isWorking = group.length > 0;
    if (!this.#isWorking) return;
    this.#groups += 1;
    this.#members += group.length;
    this.#simulation.spawn(this.#runGroup(group));
  }

  *#runGroup(group: readonly (() => void)[]): Process {
    yield* this.#work(group.length);
    this.#begin();
    for (const resume of group) resume();
  }
}
