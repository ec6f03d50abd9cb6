// The lock of a project: one holder at a time, even if processes die; only our own files are removed.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, utimesSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@prime-registry/testkit';
import { CommandError } from '../../../src/errors/command-error.ts';
import { ValidationError } from '../../../src/errors/validation-error.ts';
import { describeHolder, findState, parseHolder } from '../../../src/install/project-lock/lock-holder.ts';
import { type LockOptions, lockProject } from '../../../src/install/project-lock/project-lock.ts';

const parent = await mkdtemp(join(tmpdir(), 'prime-lock-'));
after(() => rm(parent, { recursive: true }));
const newProject = (): Promise<string> => mkdtemp(join(parent, 'project-'));

const never = new AbortController().signal;
const lock = (project: string, options: Partial<LockOptions> = {}) =>
  lockProject(project, { signal: never, maxWaitMs: 20_000, ...options });

const HOST = describeHolder(process.pid).host;
// The maximum PID on Linux is 2^22.
const NOBODY = 2 ** 22 + 1;

/** Fields of a lock name that differ from those of the process. */
interface OtherFields {
  readonly pid?: number;
  readonly ticks?: number;
  readonly system?: string;
  readonly host?: string;
}

/** The name of a lock of a process on this system, with some fields replaced. */
function nameLock(pid: number, other: OtherFields = {}): string {
  const [, since, random, ticks, system, host] = describeHolder(pid).fileName.split('.');
  const fields = { pid, ticks, system, host, ...other };
  return [fields.pid, since, random, fields.ticks, fields.system, fields.host].join('.');
}

/** Creates a lock as another process does. */
async function leaveLock(project: string, fileName: string): Promise<string> {
  await mkdir(join(project, '.primes', '.lock'), { recursive: true });
  await writeFile(join(project, '.primes', '.lock', fileName), '');
  return fileName;
}

/** Runs this number of workers. @returns the maximum number that worked at the same time */
async function countAtWork(project: string, workers: number): Promise<number> {
  let [atWork, most] = [0, 0];
  await Promise.all(
    Array.from({ length: workers }, async () => {
      await using _lock = await lock(project);
      most = Math.max(most, ++atWork);
      await delay(1);
      atWork -= 1;
    }),
  );
  return most;
}

describe('the lock of a project', () => {
  test('has one holder at a time, and leaves no files', async () => {
    const project = await newProject();
    assert.equal(await countAtWork(project, 8), 1);
    assert.deepEqual(await readdir(project), []);
  });

  test('creates .primes, and leaves it if it is not empty at the end', async () => {
    const project = await newProject();
    {
      await using _lock = await lock(project);
      await writeFile(join(project, '.primes', 'lock.yaml'), '');
    }
    assert.deepEqual(await readdir(join(project, '.primes')), ['lock.yaml']);
  });

  test('is waited for, with one note about the holder and the path', async () => {
    const project = await newProject();
    const first = await lock(project);
    const events: string[] = [];
    const onWait = (holder: string, path: string) => {
      events.push('wait');
      assert.ok(holder.includes(`process ${process.pid} on ${HOST}`), holder);
      assert.equal(path, join(project, '.primes', '.lock'));
    };
    const second = lock(project, { onWait }).then(async (held) => {
      events.push('held');
      await held[Symbol.asyncDispose]();
    });
    await delay(60);
    events.push('release');
    await first[Symbol.asyncDispose]();
    await second;
    assert.deepEqual(events, ['wait', 'release', 'held']);
  });

  test('is taken without a wait if it is free', async () => {
    const project = await newProject();
    await using _lock = await lock(project, { onWait: () => assert.fail('it is free') });
  });

  test('times out with the process and the path, and stays with its holder', async () => {
    const project = await newProject();
    const fileName = await leaveLock(project, nameLock(process.ppid));
    await assert.rejects(lock(project, { maxWaitMs: 20 }), (error) => {
      assert.ok(error instanceof CommandError);
      assert.ok(error.message.includes(`process ${process.ppid} on ${HOST}`), error.message);
      assert.ok(error.hint?.includes(join(project, '.primes', '.lock')));
      return true;
    });
    assert.deepEqual(await readdir(join(project, '.primes', '.lock')), [fileName]);
  });

  test('is not awaited after an interrupt', async () => {
    const project = await newProject();
    const fileName = await leaveLock(project, nameLock(process.ppid));
    const controller = new AbortController();
    const waiting = lock(project, { signal: controller.signal, onWait: () => controller.abort() });
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.deepEqual(await readdir(join(project, '.primes', '.lock')), [fileName]);
    const free = await newProject();
    await assert.rejects(lock(free, { signal: controller.signal }), { name: 'AbortError' });
    assert.deepEqual(await readdir(free), []);
  });

  test('that another process has taken over is not released', async () => {
    const project = await newProject();
    const held = await lock(project);
    await rm(join(project, '.primes', '.lock'), { recursive: true });
    const fileName = await leaveLock(project, nameLock(process.ppid));
    await held[Symbol.asyncDispose]();
    assert.deepEqual(await readdir(join(project, '.primes', '.lock')), [fileName]);
  });

  test('is not followed through a symbolic link', async () => {
    for (const path of ['.primes', join('.primes', '.lock')]) {
      const [project, elsewhere] = [await newProject(), await newProject()];
      await mkdir(join(project, path, '..'), { recursive: true });
      await symlink(elsewhere, join(project, path), 'junction');
      await assert.rejects(lock(project), ValidationError);
      assert.deepEqual(await readdir(elsewhere), []);
    }
  });
});

describe('the lock of a dead process', () => {
  const leftovers: Record<string, (project: string) => Promise<unknown>> = {
    'no such process runs': (project: string) => leaveLock(project, nameLock(NOBODY)),
    'it had our number, as in a container': (project: string) => leaveLock(project, nameLock(process.pid)),
    'it was killed during the release': (project: string) =>
      mkdir(join(project, '.primes', '.lock'), { recursive: true }),
  };
  for (const [what, leave] of Object.entries(leftovers)) {
    test(`is taken by one of several: ${what}`, async () => {
      const project = await newProject();
      await leave(project);
      assert.equal(await countAtWork(project, 8), 1);
      assert.deepEqual(await readdir(project), []);
    });
  }

  test('stays if the state is unknown: on another host, or with a file of another kind', async () => {
    const [project, odd] = [await newProject(), await newProject()];
    await leaveLock(project, nameLock(NOBODY, { host: 'elsewhere' }));
    await mkdir(join(odd, '.primes', '.lock'), { recursive: true });
    await writeFile(join(odd, '.primes', '.lock', 'what is this'), '');
    await assert.rejects(lock(project, { maxWaitMs: 20 }), /process 4194305 on elsewhere/);
    await assert.rejects(lock(odd, { maxWaitMs: 20 }), /another process/);
    assert.ok(existsSync(join(odd, '.primes', '.lock', 'what is this')));
  });
});

const linux = process.platform === 'linux' ? false : 'only Linux reports when a process started';

describe('the lock of a process in an unknown state', () => {
  const everyLook = (stepMs: number) => {
    let nowMs = 0;
    return () => {
      nowMs += stepMs;
      return nowMs;
    };
  };

  test('is taken after a minute without a touch', async () => {
    for (const name of [nameLock(1, { host: 'elsewhere' }), nameLock(process.ppid, { ticks: 0 })]) {
      const project = await newProject();
      await utimes(join(project, '.primes', '.lock', await leaveLock(project, name)), 0, 0);
      const waits: string[] = [];
      const onWait = (holder: string) => waits.push(holder);
      {
        await using _lock = await lock(project, { clock: everyLook(4000), onWait, maxWaitMs: 60_000 });
        assert.equal(waits.length, 1);
      }
      assert.deepEqual(await readdir(project), []);
    }
  });

  test('stays while it is touched', async () => {
    const project = await newProject();
    const name = await leaveLock(project, nameLock(1, { host: 'elsewhere' }));
    const path = join(project, '.primes', '.lock', name);
    const nextLook = everyLook(6000);
    const clock = () => {
      const nowMs = nextLook();
      utimesSync(path, nowMs / 1000, nowMs / 1000);
      return nowMs;
    };
    await assert.rejects(lock(project, { clock, maxWaitMs: 120_000 }), CommandError);
    assert.deepEqual(await readdir(join(project, '.primes', '.lock')), [name]);
  });

  test('stays without any limit if that process is running', { skip: linux }, async () => {
    const project = await newProject();
    const name = await leaveLock(project, nameLock(process.ppid));
    await utimes(join(project, '.primes', '.lock', name), 0, 0);
    const waiting = lock(project, { clock: everyLook(60_000), maxWaitMs: 300_000 });
    await assert.rejects(waiting, CommandError);
    assert.deepEqual(await readdir(join(project, '.primes', '.lock')), [name]);
  });
});

describe('the holder of a lock', () => {
  const stateOf = (fileName: string) =>
    findState(parseHolder(fileName) ?? assert.fail(`no holder: ${fileName}`));

  test('is dead if no such process runs, and alive if it does', { skip: linux }, () => {
    assert.equal(stateOf(nameLock(NOBODY)), 'dead');
    assert.equal(stateOf(nameLock(process.ppid)), 'alive');
  });

  test('is dead as soon as it was killed, also if its parent has not noticed', { skip: linux }, async (t) => {
    // The shell replaces itself by a program that never asks how its child ended: a zombie.
    const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    t.after(() => parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    const name = nameLock(pid);
    assert.equal(stateOf(name), 'alive');
    // Until then, the shell would notice.
    const command = `/proc/${parent.pid}/comm`;
    await eventually(async () => assert.equal(await readFile(command, 'utf8'), 'sleep\n'));
    process.kill(pid, 'SIGKILL');
    await eventually(() => assert.equal(stateOf(name), 'dead'));
    process.kill(pid, 0);
  });

  test('is dead if its PID was reused', { skip: linux }, () => {
    const { startTicks } = describeHolder(process.ppid);
    assert.ok(startTicks > 0);
    assert.equal(stateOf(nameLock(process.ppid, { ticks: startTicks - 1 })), 'dead');
  });

  test('is unknown on another machine, or if its start time is unknown', () => {
    assert.equal(stateOf(nameLock(process.ppid, { ticks: 0 })), 'unknown');
    assert.equal(stateOf(nameLock(NOBODY, { host: 'elsewhere' })), 'unknown');
    // Another container with the same name, or the time before a reboot.
    assert.equal(stateOf(nameLock(NOBODY, { system: 'abcdef' })), 'unknown');
  });

  test('is not a file with another name', () => {
    for (const name of ['x', '1.2.3', `${nameLock(1)}.x/y`, nameLock(1).replace(/^1/, '-1')])
      assert.equal(parseHolder(name), undefined);
  });

  test('touches its file, immediately if the lock was that of a dead process', { skip: linux }, async () => {
    const project = await newProject();
    const path = join(project, '.primes', '.lock', await leaveLock(project, nameLock(NOBODY)));
    await utimes(path, 0, 0);
    await using _lock = await lock(project);
    const file = join(
      project,
      '.primes',
      '.lock',
      (await readdir(join(project, '.primes', '.lock')))[0] ?? '',
    );
    assert.ok((await stat(file)).mtimeMs > 0);
    await utimes(file, 0, 0);
    await eventually(async () => assert.ok((await stat(file)).mtimeMs > 0));
  });
});

describe('several processes', () => {
  test('lose no update, even if one is killed while it holds the lock', async () => {
    const project = await newProject();
    await writeFile(join(project, 'counter'), '0');
    const start = (mode: string) =>
      spawn(process.execPath, [join(import.meta.dirname, 'project-lock-worker.ts'), project, mode], {
        stdio: ['ignore', 'pipe', 'inherit'],
        timeout: 30_000,
      });
    const holder = start('hold');
    await once(holder.stdout, 'data');
    const workers = [start('15'), start('15'), start('15')].map((worker) => once(worker, 'close'));
    await delay(100);
    assert.equal(await readFile(join(project, 'counter'), 'utf8'), '0');
    holder.kill('SIGKILL');
    for (const [code] of await Promise.all(workers)) assert.equal(code, 0);
    assert.equal(await readFile(join(project, 'counter'), 'utf8'), '45');
    assert.deepEqual(await readdir(project), ['counter']);
  });
});
