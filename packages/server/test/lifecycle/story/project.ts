// A project that uses a Prime of the last mirror in the chain.
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createPrimeUser, eventually, type PrimeUser } from '@prime-registry/testkit';

export class Project {
  readonly #user: PrimeUser;

  private constructor(user: PrimeUser) {
    this.#user = user;
  }

  static async create(t: TestContext, registry: string): Promise<Project> {
    const user = await createPrimeUser({ PRIME_REGISTRY: registry });
    t.after(user.remove);
    return new Project(user);
  }

  /** Runs `prime`, which must succeed. @returns both outputs */
  async run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.#user.prime(args);
    assert.equal(code, 0, `${stdout}${stderr}`);
    return stdout + stderr;
  }

  /** Runs `prime` until its output is as expected: a mirror follows when it is asked. */
  async expect(args: readonly string[], output: RegExp, expectedCode?: number): Promise<void> {
    await eventually(() => this.#expectNow(args, output, expectedCode));
  }

  /** The version in the lock file. */
  async locked(): Promise<string | undefined> {
    const text = await readFile(join(this.#user.project, '.primes/lock.yaml'), 'utf8');
    return /version: (\S+)\n {4}range/.exec(text)?.[1];
  }

  /** The same as on another machine, where only SKILL.md and lock.yaml are. */
  async expectCheckedOut(args: readonly string[], output: RegExp, expectedCode?: number): Promise<void> {
    await eventually(async () => {
      await rm(join(this.#user.project, '.primes/@acme'), { recursive: true, force: true });
      await rm(this.#user.cacheFolder, { recursive: true, force: true });
      await this.#expectNow(args, output, expectedCode);
    });
  }

  async #expectNow(args: readonly string[], output: RegExp, expectedCode?: number): Promise<void> {
    const { code, stdout, stderr } = await this.#user.prime(args);
    assert.match(stdout + stderr, output);
    if (expectedCode !== undefined) assert.equal(code, expectedCode);
  }
}
