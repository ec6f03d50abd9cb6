import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { readTarStream } from '@prime-registry/archive';
import { readSkill } from '@prime-registry/knowledge';
import type { SkillIndex } from '@prime-registry/protocol';
import {
  atomFiles,
  createPrimeUser,
  manifestText,
  type PrimeUser,
  startRegistry,
  type TestRegistry,
} from '@prime-registry/testkit';
import { listFiles, readFiles } from '../project-files.ts';

const ATOMS = atomFiles(
  { id: '@web-style/rule-one', description: 'Prefer \u202econst. It is short.', notes: 'Long\r\nwords é 漢' },
  { id: '@web-style/fact-two', kind: 'fact', description: 'Bytes are cheap.' },
);
const STYLE = '.agents/skills/web-style';

describe('prime export-skill', () => {
  let registry: TestRegistry;
  let user: PrimeUser;

  before(async () => {
    registry = await startRegistry();
    const publish = (name: string, version: string, files: Record<string, string> = ATOMS) =>
      registry.author.mustPublish({
        ...{ name, version },
        files: { ...files, 'pack.yaml': manifestText({ name, version }) },
      });
    await publish('@acme/web-style', '1.0.0');
    await publish('@acme/web-style', '1.1.0');
    await publish('@acme/web_style', '1.0.0');
    await publish('@acme/own', '1.0.0', {
      ...ATOMS,
      'SKILL.md': '---\nname: house\ndescription: Mine\n---\n',
      'ref/a.md': 'A',
    });
  });
  after(() => registry.stop());

  beforeEach(async () => {
    user = await createPrimeUser({ PRIME_REGISTRY: registry.baseUrl });
    await run('install', '@acme/web-style@1.0.0');
  });
  afterEach(() => user.remove());

  async function run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await user.prime(args);
    assert.equal(code, 0, stderr);
    return `${stdout}${stderr}`;
  }
  const inProject = (path: string): string => join(user.project, path);
  const actions = async (...args: string[]): Promise<string[]> => {
    const { skills, removed } = JSON.parse((await user.prime(['export-skill', '--json', ...args])).stdout);
    return [
      ...skills.map((each: { action: string; folder: string }) => `${each.action} ${each.folder}`),
      ...removed.map((each: { folder: string; stays: string[] }) =>
        ['removed', each.folder, ...each.stays].join(' '),
      ),
    ];
  };

  it('writes the same bytes as the registry serves, offline', async () => {
    await run('install', '@acme/own');
    assert.deepEqual(await actions(), ['added .agents/skills/house', 'added .agents/skills/web-style']);
    for (const [prime, folder] of [
      ['@acme/web-style/1.0.0', STYLE],
      ['@acme/own', '.agents/skills/house'],
    ] as const) {
      assert.deepEqual(await readFiles(inProject(folder)), await download(prime));
    }
    // And so does what MCP reads.
    const known = await registry.knowledge.findPrime('@acme/web-style', '1.0.0');
    const skill = known && (await readSkill(registry.knowledge, known));
    const files = skill?.files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]) ?? [];
    assert.deepEqual(await readFiles(inProject(STYLE)), Object.fromEntries(files.sort()));
  });

  it('updates what was written, says when it is stale, and removes what is not installed any more', async () => {
    await run('export-skill');
    assert.deepEqual(await actions(), [`kept ${STYLE}`]);
    assert.match(await run('install', '@acme/web-style@1.1.0'), /1 exported skill not as installed now/);
    assert.deepEqual(await actions(), [`updated ${STYLE}`]);
    assert.match(await readFile(inProject(`${STYLE}/SKILL.md`), 'utf8'), /version: "1\.1\.0"/);
    await run('install', '@acme/web_style');
    await run('remove', '@acme/web-style');
    assert.deepEqual(await actions(), ['removed .agents/skills/web-style']);
    assert.ok(!existsSync(inProject('.agents')));
  });

  it('removes exactly what it has written', async () => {
    await mkdir(inProject('.agents/skills/mine'), { recursive: true });
    await writeFile(inProject('.agents/skills/mine/SKILL.md'), 'mine');
    await run('export-skill');
    await writeFile(inProject(`${STYLE}/notes.md`), 'mine');
    await writeFile(inProject(`${STYLE}/atoms/fact/fact-two.md`), 'edited');
    assert.deepEqual(await actions('--remove'), [`removed ${STYLE} atoms/fact/fact-two.md notes.md`]);
    assert.deepEqual(await listFiles(inProject('.agents')), [
      'skills/mine/SKILL.md',
      'skills/web-style/atoms/fact/fact-two.md',
      'skills/web-style/notes.md',
    ]);
    assert.ok(!existsSync(inProject('.primes/skills.json')));
  });

  it('never changes what somebody has edited, or another program has written', async () => {
    await run('export-skill');
    await writeFile(inProject(`${STYLE}/SKILL.md`), 'edited');
    await run('install', '@acme/web-style@1.1.0', '@acme/own');
    await mkdir(inProject('.agents/skills/house'));
    await writeFile(inProject('.agents/skills/house/SKILL.md'), 'foreign');
    assert.deepEqual(await actions('@acme/web-style', '@acme/own'), [
      'foreign .agents/skills/house',
      `edited ${STYLE}`,
    ]);
    assert.equal(await readFile(inProject(`${STYLE}/SKILL.md`), 'utf8'), 'edited');
    assert.equal(await readFile(inProject('.agents/skills/house/SKILL.md'), 'utf8'), 'foreign');
    await rm(inProject(STYLE), { recursive: true });
    assert.deepEqual(await actions('@acme/web-style'), [`added ${STYLE}`]);
  });

  it('writes for the agents of the project, or for the named ones', async () => {
    await mkdir(inProject('.claude'));
    assert.deepEqual(await actions(), [`added ${STYLE}`, 'added .claude/skills/web-style']);
    assert.deepEqual(await actions('--agent', 'goose', '--to', './tools/skills/'), [
      'added .goose/skills/web-style',
      'added tools/skills/web-style',
    ]);
    assert.equal((await actions()).length, 4);
    assert.deepEqual(await actions('--remove', '--agent', 'claude-code'), [
      'removed .claude/skills/web-style',
    ]);
    for (const wrong of [
      ['--agent', 'nobody'],
      ['--to', '../x'],
      ['--to', '/x'],
      ['--to', '.primes/x'],
      ['@acme/none'],
    ]) {
      assert.equal((await user.prime(['export-skill', ...wrong])).code, 3, wrong.join(' '));
    }
  });

  it('installs and writes in one go', async () => {
    const printed = await run('install', '@acme/own', '--as-skill');
    assert.match(printed, /\+ \.agents\/skills\/house {2}@acme\/own 1\.0\.0/);
    assert.ok(existsSync(inProject('.agents/skills/house/SKILL.md')));
    assert.ok(!existsSync(inProject(STYLE)));
  });

  it('gives one name to one Prime only', async () => {
    await run('export-skill');
    await run('install', '@acme/web_style');
    assert.deepEqual(await actions('@acme/web_style'), [`taken ${STYLE}`]);
    assert.match(await readFile(inProject(`${STYLE}/SKILL.md`), 'utf8'), /prime: "@acme\/web-style"/);
  });

  it('follows no symbolic link', async () => {
    await mkdir(inProject('elsewhere/skills/web-style'), { recursive: true });
    await symlink('elsewhere', inProject('.agents'));
    const { code, stderr } = await user.prime(['export-skill']);
    assert.notEqual(code, 0);
    assert.match(stderr, /symbolic link/);
    assert.deepEqual(await listFiles(inProject('elsewhere')), []);
  });

  it('goes on after it was killed at any step', async () => {
    await run('export-skill');
    const old = await readFile(inProject('.primes/skills.json'), 'utf8');
    await run('install', '@acme/web-style@1.1.0');
    await run('export-skill');
    const done = await readFile(inProject('.primes/skills.json'), 'utf8');
    const files = await readFiles(inProject(STYLE));
    const [before] = JSON.parse(old).skills;
    const [now] = JSON.parse(done).skills;
    const during = JSON.stringify({ format: 1, skills: [{ ...before, next: now.files }] });
    // Before the new folder is in place; with neither; after it.
    for (const step of ['old', 'none', 'new']) {
      await writeFile(inProject('.primes/skills.json'), during);
      if (step === 'none') await rename(inProject(STYLE), inProject('.primes/.staging-0'));
      if (step === 'old') {
        await run('install', '@acme/web-style@1.0.0');
        await writeFile(inProject('.primes/skills.json'), during);
        await rm(inProject(STYLE), { recursive: true });
        await run('export-skill');
        await writeFile(inProject('.primes/skills.json'), during);
        await run('install', '@acme/web-style@1.1.0');
      }
      await run('export-skill');
      assert.deepEqual(await readFiles(inProject(STYLE)), files, step);
      assert.equal(await readFile(inProject('.primes/skills.json'), 'utf8'), done, step);
    }
    // The new folder is in place, and another version is installed since.
    await writeFile(inProject('.primes/skills.json'), during);
    await run('install', '@acme/web-style@1.0.0');
    assert.deepEqual(await actions(), [`updated ${STYLE}`]);
    assert.equal(await readFile(inProject('.primes/skills.json'), 'utf8'), old);
  });

  it('writes nothing of a Prime whose files were changed', async () => {
    await writeFile(inProject('.primes/@acme/web-style/extra.md'), 'x');
    const { code, stderr } = await user.prime(['export-skill']);
    assert.notEqual(code, 0);
    assert.match(stderr, /prime install/);
    assert.ok(!existsSync(inProject('.agents')));
  });

  for (const [what, text] of [
    ['no JSON', '{'],
    ['another format', '{"format":2,"skills":[]}'],
    ['a path out of the project', record({ folder: '../web-style' })],
    ['a file out of the skill', record({ files: { '../../x': 'a'.repeat(64) } })],
    ['a folder that is no skill', record({ folder: 'src/Code' })],
    ['a folder without one above', record({ folder: 'web-style' })],
    ['a path of git', record({ folder: '.git/hooks' })],
    ['a path of a repository in the project', record({ folder: 'vendor/x/.GIT/hooks' })],
    ['the same by its short name', record({ folder: 'vendor/git~1/hooks' })],
    ['the same with a character that some systems overlook', record({ folder: 'vendor/.g\u200eit/hooks' })],
    ['a path of a project in the project', record({ folder: 'docs/.primes/skills' })],
    ['a path of installed files', record({ folder: '.primes/@acme/web-style' })],
    ['a number', '{"format":1,"skills":[1]}'],
  ] as const) {
    it(`refuses a record with ${what}`, async () => {
      await writeFile(inProject('.primes/skills.json'), text);
      for (const args of [['export-skill'], ['export-skill', '--remove']]) {
        const { code, stderr } = await user.prime(args);
        assert.notEqual(code, 0);
        assert.match(stderr, /skills\.json/);
      }
    });
  }

  /** The files of the archive that the registry serves. */
  async function download(prime: string): Promise<Record<string, string>> {
    const index = `/-/skills/${prime}/.well-known/agent-skills/index.json`;
    const { skills } = (await registry.anonymous.get(index)).json as SkillIndex;
    const { pathname } = new URL(skills[0]?.url ?? '', `http://r.example${index}`);
    const { bytes } = await registry.anonymous.get(pathname);
    const files: Record<string, string> = {};
    async function* chunks() {
      yield gunzipSync(bytes);
    }
    for await (const { path, body } of readTarStream(chunks())) {
      const parts: Uint8Array[] = [];
      for await (const part of body) parts.push(part.slice());
      files[path] = Buffer.concat(parts).toString();
    }
    return Object.fromEntries(Object.entries(files).sort());
  }
});

function record(changes: object): string {
  const skill = {
    ...{ folder: STYLE, prime: '@acme/web-style', version: '1.0.0', sha256: 'a'.repeat(64), files: {} },
    ...changes,
  };
  return JSON.stringify({ format: 1, skills: [skill] });
}
