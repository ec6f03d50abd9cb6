// A registry behind a log that a test can make lie.
import { createPrimeUser, type FaultyProxy, startFaultyProxy, startRegistry } from '@prime-registry/testkit';
import { FakeLog } from '@prime-registry/testkit/fake-log';

/** The context of a test. */
export interface LoggedRegistry extends AsyncDisposable {
  readonly log: FakeLog;
  readonly proxy: FaultyProxy;
  /** Publishes a version, and writes it into the log. @returns the place of its entry */
  publish(name: string, version: string): Promise<number>;
  /** Runs `prime` for a user with an empty project. */
  makeUser(): ReturnType<typeof createPrimeUser>;
  /** The requests for the log since the last call. */
  takeLogRequests(): readonly string[];
}

/** Starts a registry with such a log. */
export async function startLogged(): Promise<LoggedRegistry> {
  await using stack = new AsyncDisposableStack();
  const registry = stack.adopt(await startRegistry(), (each) => each.stop());
  const proxy = stack.use(await startFaultyProxy(registry.baseUrl));
  const log = new FakeLog();
  proxy.fault = ({ path }) => log.answer(path);
  let taken = 0;
  const parts = stack.move();
  return {
    log,
    proxy,
    async publish(name, version) {
      const { sha256 } = await registry.author.mustPublish({ name, version });
      return log.publish({ name, version, sha256 });
    },
    makeUser: () => createPrimeUser({ PRIME_REGISTRY: proxy.baseUrl }),
    takeLogRequests() {
      const requests = proxy.requests.slice(taken).filter((request) => /\/-\/log|\/proof/.test(request));
      taken = proxy.requests.length;
      return requests;
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
