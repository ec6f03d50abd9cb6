// Lets the test runner know cheaply which test is running. It keeps track with asynchronous hooks of every
// promise, also those of servers in the process, which takes up to half of the processor time of a test
// process. This replaces the hooks by an AsyncLocalStorage, which costs nearly nothing. Preloaded: it must
// come before `node:test`.
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks';

const TESTS = new Set(['Test', 'Suite', 'TestHook']);

/** What the runner keeps of a test, a suite or a hook until the process ends. */
interface RunnerTest {
  fn: () => void;
  readonly finished: boolean;
  readonly hooks: Record<string, unknown>;
  /** Of a hook. */
  readonly parentTest?: RunnerTest;
}

const running = new AsyncLocalStorage<number>();
const { createHook, executionAsyncId } = hooks;
const { runInAsyncScope } = AsyncResource.prototype;
/** Tells the runner the id of a test, by which it later asks for it. */
let noteTest: HookCallbacks['init'];
let noted: RunnerTest[] = [];

// Only in the processes that the runner starts for test files.
if (process.env.NODE_TEST_CONTEXT !== undefined) replaceHooks();

function replaceHooks(): void {
  hooks.createHook = (callbacks) => {
    const isOfRunner = new Error().stack?.includes('node:internal/test_runner/') === true;
    if (!isOfRunner || callbacks.init === undefined) return createHook(callbacks);
    noteTest = callbacks.init;
    return createHook({});
  };
  hooks.executionAsyncId = () => running.getStore() ?? executionAsyncId();
  AsyncResource.prototype.runInAsyncScope = function <This, Result>(
    this: AsyncResource,
    work: (this: This, ...args: unknown[]) => Result,
    self?: This,
    ...given: unknown[]
  ): Result {
    if (!TESTS.has(this.constructor.name))
      return Reflect.apply(runInAsyncScope, this, [work, self, ...given]) as Result;
    const id = this.asyncId();
    noteTest?.(id, 'Test', 0, this);
    noted.push(this as unknown as RunnerTest);
    // Inside, because the scope has the context in which the test was created.
    const inside = (...args: unknown[]): Result =>
      running.run(id, () => Reflect.apply(work, self as This, args));
    return Reflect.apply(runInAsyncScope, this, [inside, undefined, ...given]) as Result;
  };
}

/**
 * Makes the runner drop the functions of the tests that have ended, and of their hooks. It keeps them until the process ends,
 * and with them each registry that they use: the garbage collector would look at hundreds of these again and again.
 */
export function dropEndedTests(): void {
  noted = noted.filter((test) => {
    if (!(test.parentTest ?? test).finished) return true;
    test.fn = () => undefined;
    for (const [name, hooks] of Object.entries(test.hooks)) if (Array.isArray(hooks)) test.hooks[name] = [];
    return false;
  });
}
