// An operator follows the recipes of docs/operations word by word: the registry runs, its operator has
// a token, and no secret is in a log.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { Actor } from '@prime-registry/testkit';
import { Machine, ROOT, readRecipe, type Service } from './recipe.ts';
import { Docker, startUnit } from './service-manager.ts';

const PAGE = 'docs/operations/install-and-run.md';
const SECRET = /pri_\w{38}/g;
const skip = process.platform === 'linux' ? false : 'the recipes are for Linux';

/** The first token works, the second may publish in its scope, and the log has neither. */
async function assertInstalled({ terminal }: Machine, service: Service): Promise<void> {
  const secrets = terminal.match(SECRET) ?? [];
  assert.equal(secrets.length, 2, terminal);
  const [admin, author] = secrets.map((secret) => new Actor(service.baseUrl, secret));
  assert.equal((await admin?.publish())?.status, 201);
  assert.equal((await author?.publish({ version: '1.1.0' }))?.status, 201);
  assert.equal((await author?.publish({ name: '@other/x' }))?.json.code, 'scope_not_allowed');
  const log = service.log();
  assert.match(log, /^prime-registry is listening on http:\/\/127\.0\.0\.1:\d+$/m);
  assert.doesNotMatch(log, /pri_|Admin token/);
  for (const secret of secrets)
    for (let at = 4; at + 8 <= secret.length; at += 1)
      assert.ok(!log.includes(secret.slice(at, at + 8)), 'no part of a token is in the log');
}

describe('the recipe', { skip }, () => {
  test('for systemd installs a registry, and no secret is in the journal', async (t) => {
    const machine = await Machine.make(t);
    let service: Service | undefined;
    for (const command of readRecipe(PAGE, 'Under systemd')) {
      const calls = machine.carryOut(command);
      const [, ...words] = calls.find(([name]) => name === 'systemctl') ?? [];
      if (words.join(' ') === 'enable --now prime-registry')
        service = await startUnit(machine, 'prime-registry');
    }
    assert.ok(service !== undefined, 'the service was started');
    await assertInstalled(machine, service);
  });

  for (const heading of ['Build and run it', 'Compose'])
    test(`for a container (${heading}) starts the registry, and no secret is in its log`, async (t) => {
      const machine = await Machine.make(t);
      const docker = new Docker(machine);
      let service: Service | undefined;
      for (const command of readRecipe('docs/operations/containers.md', heading)) {
        machine.enter(ROOT);
        for (const call of machine.carryOut(command)) {
          assert.equal(call[0], 'docker');
          service = (await docker.call(call)) ?? service;
        }
      }
      assert.ok(service !== undefined, 'the container was started');
      await assertInstalled(machine, service);
    });

  test('npm ci on an old Node.js warns of nothing', () => {
    const old = "Object.defineProperty(process, 'version', { value: 'v20.20.2' })";
    const { status, stdout, stderr } = spawnSync(
      'npm',
      ['ci', '--dry-run', '--ignore-scripts', '--offline'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}` },
      },
    );
    assert.equal(status, 0, stderr);
    assert.equal(stderr, '');
    assert.match(stdout, /up to date|packages/);
  });
});
