// Lets the test runner know cheaply which test is running. It keeps track with asynchronous hooks of every
// promise, also those of servers in the process, which takes up to half of the processor time of a test
// process. This replaces the hooks by an AsyncLocalStorage, which costs nearly nothing. Preloaded: it must
// come before `node:test`.
import hooks, { AsyncLocalStorage, AsyncResource, type HookCallbacks } from 'node:async_hooks';

const TESTS = new Set(['Test', 'Suite', 'TestHook']);

const running = new AsyncLocalStorage<number>();
const { createHook, executionAsyncId } = hooks;
const { runInAsyncScope } = AsyncResource.prototype;
/** Tells the runner the id of a test, by which it later asks for it. */
let noteTest: HookCallbacks['init'];

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
    // Inside, because the scope has the context in which the test was created.
    const inside = (...args: unknown[]): Result =>
      running.run(id, () => Reflect.apply(work, self as This, args));
    return Reflect.apply(runInAsyncScope, this, [inside, undefined, ...given]) as Result;
  };
}
