// A group of processes with a memory limit (a cgroup of Linux, version 1 or 2), as a container has one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';

const V2 = '/sys/fs/cgroup';
const V1 = '/sys/fs/cgroup/memory';

export class MemoryGroup {
  readonly limitBytes: number;
  readonly #folder: string;
  readonly #isV2: boolean;

  /** Creates a group. @throws Error if this machine does not permit it */
  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
    this.#isV2 = existsSync(`${V2}/cgroup.controllers`) && !existsSync(`${V1}/memory.limit_in_bytes`);
    this.#folder = `${this.#isV2 ? V2 : V1}/prime-attack-${process.pid}`;
    if (this.#isV2) writeFileSync(`${V2}/cgroup.subtree_control`, '+memory');
    mkdirSync(this.#folder, { recursive: true });
    try {
      this.#write(this.#isV2 ? 'memory.max' : 'memory.limit_in_bytes', limitBytes);
      this.#checkIsSeen();
    } catch (error) {
      this.remove();
      throw error;
    }
    this.#forbidSwap();
  }

  /** The file to which a process writes its id to join. */
  get joinFile(): string {
    return `${this.#folder}/cgroup.procs`;
  }

  /** How many processes the system has killed so far because of the limit. */
  countKills(): number {
    const events = readFileSync(
      `${this.#folder}/${this.#isV2 ? 'memory.events' : 'memory.oom_control'}`,
      'utf8',
    );
    return Number(/^oom_kill (\d+)$/m.exec(events)?.[1] ?? 0);
  }

  /** Removes the group, whose processes must have ended. */
  remove(): void {
    try {
      rmdirSync(this.#folder);
    } catch {
      // The system still has a process in it; an empty group costs nothing.
    }
  }

  /** Node.js must know the limit, because the registry derives its own limits from it. */
  #checkIsSeen(): void {
    const join = ['-c', 'echo $$ > "$1" && shift && exec "$@"', 'sh', this.joinFile];
    const show = [process.execPath, '-p', 'process.constrainedMemory()'];
    const { stdout, stderr } = spawnSync('sh', [...join, ...show], { encoding: 'utf8' });
    if (Number(stdout) === this.limitBytes) return;
    throw new Error(
      `in a group with ${this.limitBytes} bytes, Node.js sees '${stdout.trim()}' ${stderr.trim()}`,
    );
  }

  #forbidSwap(): void {
    try {
      if (this.#isV2) this.#write('memory.swap.max', 0);
      else this.#write('memory.memsw.limit_in_bytes', this.limitBytes);
    } catch {
      // The system does not count swap.
    }
  }

  #write(file: string, value: number): void {
    writeFileSync(`${this.#folder}/${file}`, String(value));
  }
}
