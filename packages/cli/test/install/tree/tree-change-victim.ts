// Changes a project and is killed at a step; exits with 0 if there are fewer steps.
import { enableCompileCache, flushCompileCache } from 'node:module';

enableCompileCache();
const { change, failingDisk, NEW_LOCK } = await import('./tree-fixture.ts');
// A process that is killed would not write it.
flushCompileCache();

const [project = '', step] = process.argv.slice(2);

const { files } = failingDisk({
  isAt: (current) => current === Number(step),
  fail: () => {
    process.kill(process.pid, 'SIGKILL');
    throw new Error('it is still alive');
  },
});
await change(project, NEW_LOCK, { files });
