// `npm start` in the repository: npm and a shell stand between the operator and the server, and neither may keep a signal
// from it.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RawClient, type RegistryProcess } from '@prime-registry/testkit';
import { ADMIN_TOKEN, atEnd, refusesConnections, start } from './temporary-registry.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const launcher = ['npm', 'start', '--silent', '--prefix', ROOT, '--'] as const;
const skip = process.platform === 'win32' ? 'there are no signals on Windows' : false;

const ways: [title: string, stop: (registry: RegistryProcess) => void][] = [
  ['SIGTERM to npm, as a supervisor sends it,', ({ child }) => child.kill('SIGTERM')],
  ['SIGINT to everything, as a terminal sends it,', (registry) => signalGroup(registry, 'SIGINT')],
];

for (const [title, stop] of ways) {
  test(`${title} ends the server, and lets a request that is under way end`, { skip }, async (t) => {
    const registry = await start(t, { launcher });
    atEnd(t, () => signalGroup(registry, 'SIGKILL'));
    assert.match(registry.stdout(), /^prime-registry is listening on http/, 'npm adds nothing in front');
    const client = await RawClient.connect(registry.baseUrl);
    await client.sendHead('POST /publish HTTP/1.1', {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
      'Content-Length': '4',
    });
    assert.equal((await registry.anonymous.get('/-/health/live')).status, 200);
    stop(registry);
    await refusesConnections(registry);
    await client.send('form');
    assert.equal((await client.readAnswer()).status, 400, 'it was not cut off');
    // Whoever holds the outputs open is still there.
    if (!registry.child.stdout.closed) await once(registry.child.stdout, 'close');
  });
}

/** Signals npm, the shell and the server; none of them need be there any more. */
function signalGroup({ child }: RegistryProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
