// `npm start` in the repository: npm and a shell are between the operator and the server, and must pass
// signals on.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RegistryProcess } from '@prime-registry/testkit';
import { beginPublish } from './publish-by-hand.ts';
import { atEnd, refusesConnections, start } from './temporary-registry.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const launcher = ['npm', 'start', '--silent', '--prefix', ROOT, '--'] as const;
const skip = process.platform === 'win32' ? 'there are no signals on Windows' : false;

const ways: [title: string, stop: (registry: RegistryProcess) => void][] = [
  ['SIGTERM to npm, as a supervisor sends it,', ({ child }) => child.kill('SIGTERM')],
  ['SIGINT to everything, as a terminal sends it,', (registry) => signalGroup(registry, 'SIGINT')],
];

for (const workers of [1, 2]) {
  for (const [title, stop] of ways) {
    const name = `${title} stops ${workers === 1 ? 'the server' : 'the workers'} and drains a request in flight`;
    test(name, { skip }, async (t) => {
      const registry = await start(t, { launcher, flags: ['--workers', String(workers)] });
      atEnd(t, () => signalGroup(registry, 'SIGKILL'));
      assert.match(registry.stdout(), /^prime-registry is listening on http/, 'npm prints nothing before');
      const { finish } = await beginPublish(registry);
      stop(registry);
      await refusesConnections(registry);
      assert.equal((await finish()).status, 201, 'it was not aborted');
      // A process that holds the outputs open still runs.
      if (!registry.child.stdout.closed) await once(registry.child.stdout, 'close');
    });
  }
}

/** Signals npm, the shell and the server; any of them may be gone. */
function signalGroup({ child }: RegistryProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
