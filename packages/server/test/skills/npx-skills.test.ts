// The command `npx skills`, of others, reads what the registry serves: a Prime, a version, and the registry itself.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atomFiles, startRegistry, type TestRegistry } from '@prime-registry/testkit';

const run = promisify(execFile);
const SKILLS = fileURLToPath(import.meta.resolve('skills/package.json'));

let registry: TestRegistry;
let home: string;
before(async () => {
  registry = await startRegistry({ featuredSkills: ['@acme/web-style'] });
  home = await mkdtemp(join(tmpdir(), 'npx-skills-'));
  const files = atomFiles(
    { id: '@web-style/rule-one', description: 'Prefer const: "it" is short. --- name: x', notes: 'Because.' },
    { id: '@web-style/fact-two', kind: 'fact', description: 'Bytes are cheap.' },
  );
  await registry.author.mustPublish({ files, description: 'Rules: for "web" pages # {a: b}\n---\nname: x' });
  await registry.author.mustPublish({ version: '1.1.0', files });
});
after(async () => {
  await registry.stop();
  await rm(home, { recursive: true, force: true });
});

/** Installs what the address has, and returns the files of the project. */
async function add(name: string, path: string): Promise<string[]> {
  const project = join(home, name);
  await mkdir(project);
  const command = [join(SKILLS, '../bin/cli.mjs'), 'add', `${registry.baseUrl}${path}`];
  const options = ['--agent', 'universal', '--skill', '*', '--copy', '--yes'];
  const { stdout } = await run(process.execPath, [...command, ...options], {
    cwd: project,
    // Nothing of the machine: no telemetry, no settings and no agent that it would detect.
    env: {
      PATH: process.env.PATH,
      HOME: home,
      USERPROFILE: home,
      DISABLE_TELEMETRY: '1',
      DO_NOT_TRACK: '1',
      CI: '1',
    },
    timeout: 60_000,
  });
  const entries = await readdir(project, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1));
  assert.notEqual(files.length, 0, stdout);
  return files.map((file) => file.replaceAll('\\', '/')).sort();
}

test('a Prime, with all of its files', async () => {
  assert.deepEqual(await add('prime', '/-/skills/@acme/web-style'), [
    '.agents/skills/web-style/SKILL.md',
    '.agents/skills/web-style/atoms/fact/fact-two.md',
    '.agents/skills/web-style/atoms/rule/rule-one.md',
    'skills-lock.json',
  ]);
  const text = await readFile(join(home, 'prime/.agents/skills/web-style/SKILL.md'), 'utf8');
  assert.match(text, /version: "1\.1\.0"/);
});

test('a version', async () => {
  await add('version', '/-/skills/@acme/web-style/1.0.0');
  const text = await readFile(join(home, 'version/.agents/skills/web-style/SKILL.md'), 'utf8');
  assert.match(text, /version: "1\.0\.0"/);
});

test('the registry: its own skill, and the featured one', async () => {
  const files = await add('registry', '');
  assert.ok(files.includes('.agents/skills/prime-registry/SKILL.md'), files.join());
  assert.ok(files.includes('.agents/skills/web-style/SKILL.md'), files.join());
});
