// A project that uses Primes of a registry, for tests of what its user sees.
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrimeUser, type PrimeUser, startRegistry, type TestRegistry } from '@prime-registry/testkit';
import { change } from './changing.ts';

export const NAME = '@acme/web-style';
/** What may take its place. */
export const NEW = '@acme/design';

/** A project and its registry, which has 1.0.0, 1.1.0 and 2.0.0-beta.1 of `NAME`, and 2.0.0 and 2.1.0 of `NEW`. */
export class TestProject {
  readonly registry: TestRegistry;
  readonly user: PrimeUser;

  private constructor(registry: TestRegistry, user: PrimeUser) {
    this.registry = registry;
    this.user = user;
  }

  static async start(): Promise<TestProject> {
    const registry = await startRegistry({ allowStableYank: true });
    const user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    for (const version of ['1.0.0', '1.1.0', '2.0.0-beta.1']) await registry.author.mustPublish({ version });
    for (const version of ['2.0.0', '2.1.0']) await registry.author.mustPublish({ name: NEW, version });
    return new TestProject(registry, user);
  }

  async stop(): Promise<void> {
    await Promise.all([this.registry.stop(), this.user.remove()]);
  }

  /** A change of `NAME` by its author. */
  change(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    return change(this.registry.author, method, NAME, path, body);
  }

  /** Runs `prime`, which must succeed. */
  async run(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    const { code, stdout, stderr } = await this.user.prime(args);
    assert.equal(code, 0, `${stdout}${stderr}`);
    return { stdout, stderr };
  }

  /** Runs `prime`, which must fail. @returns standard error */
  async refused(...args: string[]): Promise<string> {
    const { code, stderr } = await this.user.prime(args);
    assert.notEqual(code, 0);
    return stderr;
  }

  /** The text of the lock file. */
  lockText(): Promise<string> {
    return readFile(join(this.user.project, '.primes/lock.yaml'), 'utf8');
  }

  /** The version of the first locked Prime. */
  async lockedVersion(): Promise<string | undefined> {
    return /version: (\S+)\n {4}range/.exec(await this.lockText())?.[1];
  }

  writeSkill(text: string): Promise<void> {
    return writeFile(join(this.user.project, 'SKILL.md'), text);
  }

  /** Deletes what is installed, and with `cache` what was downloaded as well. */
  async deleteTree({ cache = false } = {}): Promise<void> {
    await rm(join(this.user.project, '.primes/@acme'), { recursive: true, force: true });
    if (cache) await rm(this.user.cacheFolder, { recursive: true, force: true });
  }
}
