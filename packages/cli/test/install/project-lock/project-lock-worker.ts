// A process that changes a project repeatedly: reads a number, waits, and writes the next one. Without the
// lock, updates would be lost. With 'hold' it takes the lock and keeps it until it is killed.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockProject } from '../../../src/install/project-lock/project-lock.ts';

const [project = '', mode] = process.argv.slice(2);
const { signal } = new AbortController();
const counter = join(project, 'counter');

if (mode === 'hold') {
  await lockProject(project, { signal });
  process.stdout.write('held\n');
  await delay(30_000);
} else {
  for (let round = 0; round < Number(mode); round += 1) {
    await using _lock = await lockProject(project, { signal });
    const count = Number(await readFile(counter, 'utf8'));
    await delay(1);
    await writeFile(counter, `${count + 1}`);
  }
}
