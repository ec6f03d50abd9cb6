import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { createPrimeUser, type FaultyProxy, type PrimeUser, startFaultyProxy } from '@prime-registry/testkit';
import { abortOnInterrupt } from '../src/interrupt.ts';

const NO_SIGNALS = process.platform === 'win32' && 'Windows cannot send signals to another process';

describe('Ctrl-C while a registry hangs', { skip: NO_SIGNALS }, () => {
  let hanging: FaultyProxy;
  let user: PrimeUser;
  before(async () => {
    hanging = await startFaultyProxy('http://127.0.0.1:1');
    hanging.fault = () => ({ kind: 'hang' });
    user = await createPrimeUser({ PRIME_REGISTRY: hanging.baseUrl });
  });
  after(() => Promise.all([hanging.close(), user.remove()]));

  /** Runs the command and sends the signal once, while it waits for the registry. */
  function interrupt(signal: NodeJS.Signals, ...args: string[]) {
    const waiting = hanging.requests.length + 1;
    let isSent = false;
    const condition = (): boolean => {
      if (isSent) return false;
      isSent = hanging.requests.length >= waiting;
      return isSent;
    };
    return user.prime(args, { killWhen: { signal, condition } });
  }

  for (const args of [
    ['search', 'web'],
    ['info', '@acme/web-style'],
    ['versions', '@acme/web-style'],
    ['download', '@acme/web-style'],
    ['yank', '@acme/web-style@1.0.0-rc.1', '--yes', '--token', 'pri_test'],
  ] as const) {
    test(`ends prime ${args[0]} with 130 and one word`, async () => {
      assert.deepEqual(await interrupt('SIGINT', ...args), {
        code: 130,
        stdout: '',
        stderr: 'interrupted\n',
      });
    });
  }

  test('is reported to programs too, and so is SIGTERM', async () => {
    const { code, stdout } = await interrupt('SIGTERM', 'search', 'web', '--json');
    assert.equal(code, 130);
    assert.equal(JSON.parse(stdout).error.code, 'interrupted');
  });

  test('ends a search of several registries', async () => {
    const remotes = ['--remote', hanging.baseUrl, '--remote', `${hanging.baseUrl}/second`];
    const { code, stdout, stderr } = await interrupt('SIGINT', 'search', 'web', ...remotes);
    assert.deepEqual([code, stdout, stderr], [130, '', 'interrupted\n']);
  });
});

test('the first signal aborts, the second ends the process', { skip: NO_SIGNALS }, async () => {
  const module = new URL('../src/interrupt.ts', import.meta.url).href;
  const program = `
    import { abortOnInterrupt } from ${JSON.stringify(module)};
    const interrupt = abortOnInterrupt();
    interrupt.signal.addEventListener('abort', () => process.stdout.write('aborted\\n'));
    setInterval(() => {}, 1000);
    process.stdout.write('ready\\n');`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    if (/^(ready|aborted)\n$/m.test(String(chunk))) child.kill('SIGINT');
  });
  const [code] = await once(child, 'close');
  assert.deepEqual([code, stdout], [130, 'ready\naborted\n']);
});

test('signals have their default effect after the command', () => {
  const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];
  const before = listeners();
  {
    using _interrupt = abortOnInterrupt();
    assert.notDeepEqual(listeners(), before);
  }
  assert.deepEqual(listeners(), before);
});
