// Lets the real client read the whole log. It remembers the newest head of each name of the log, as that of any user does.
import { createPrimeUser, type PrimeUser } from '@prime-registry/testkit';
import type { World } from '../world.ts';

/** A user who looks at the log now and then. */
export class LogAuditor implements AsyncDisposable {
  readonly #user: PrimeUser;

  private constructor(user: PrimeUser) {
    this.#user = user;
  }

  static async create(): Promise<LogAuditor> {
    return new LogAuditor(await createPrimeUser());
  }

  /** Without load: what changes in the meantime would not matter, but cost attempts. */
  async check(world: World): Promise<void> {
    if (world.ledger.log.current === undefined) return;
    this.#user.environment.PRIME_REGISTRY = world.registry.baseUrl;
    const { code, stdout, stderr } = await this.#user.prime(['log', 'verify']);
    if (code !== 0) world.violate(`prime log verify ended with ${code}: ${stdout}${stderr}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#user.remove();
  }
}
