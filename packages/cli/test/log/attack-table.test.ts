// Attacks on a real registry, by its operator: which command finds which. The table in docs/security-model.md is the
// result of this test.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, describe, test } from 'node:test';
import { type PrimeUser, runCommand } from '@prime-registry/testkit';
import { AttackedRegistry, type Knowledge } from './attacks/attacked-registry.ts';
import { ATTACKS, type Attack } from './attacks/attacks.ts';

const DOCUMENT = new URL('../../../../docs/security-model.md', import.meta.url);

/** What a command has found, as a cell of the table. */
type Cell = string;

/** The commands of the columns: which user runs them. */
const COMMANDS: readonly [knowledge: Knowledge, args: readonly string[]][] = [
  ['nothing', ['install', '@acme/tool']],
  ['lock file', ['install']],
  ['logs.txt', ['install', '@acme/tool']],
  ['seen', ['install', '@acme/tool']],
  ['seen', ['verify', '--log', '--online']],
  ['seen', ['log', 'verify', '--digests']],
  ['seen', ['log', 'watch', '@acme', '--once', '--by', 'environment']],
];

const registry = await AttackedRegistry.create();
after(() => registry[Symbol.asyncDispose]());

/** Runs the command of a user who has not run another one since the attack. */
async function find(knowledge: Knowledge, args: readonly string[]): Promise<Cell> {
  await using user = await registry.makeUser(knowledge);
  const { code, stdout, stderr } = await user.prime([...args, '--json']);
  if (code === 0) return describeSuccess(stderr);
  const { error } = JSON.parse(stdout) as {
    readonly error?: { code: string; message: string; hint?: string };
  };
  if (error === undefined) return `**${code}**`;
  await checkEvidence(user, error.hint);
  return `**${code}** \`${error.code}\``;
}

function describeSuccess(stderr: string): Cell {
  if (/warning: .* shows an old head of its log/.test(stderr)) return 'warning';
  return /is not in the log of/.test(stderr) ? 'note' : '–';
}

/** A file that is named has what was shown. */
async function checkEvidence({ stateFolder }: PrimeUser, hint = ''): Promise<void> {
  const [, path] = /The evidence is in (.+)$/.exec(hint) ?? [];
  if (path === undefined) return;
  assert.ok(path.startsWith(stateFolder), path);
  assert.match(await readFile(path, 'utf8'), /^Registry: http.*\nSeen: .*\nFinding: .+\n\n--- /);
}

/** What the commands of the operator say, with the data of the registry. */
async function findByOperator(folder: string): Promise<Cell> {
  for (const command of [['verify'], ['log', 'status']]) {
    const { code } = await runCommand([...command, '--data', folder]);
    if (code !== 0) return `**${code}** \`${command.join(' ')}\``;
  }
  return '–';
}

async function attack({ past = 'true', mark, tamper, live, stand }: Attack): Promise<Cell[]> {
  const folder = await registry.start(past, mark, tamper);
  await live?.(registry, folder);
  const front = await stand?.(registry);
  if (front !== undefined) registry.fault = front.fault;
  try {
    const cells: Cell[] = [];
    for (const [knowledge, args] of COMMANDS) cells.push(await find(knowledge, args));
    return [...cells, await findByOperator(folder)];
  } finally {
    await front?.close();
    await registry.stop();
  }
}

describe('what finds an attack is as docs/security-model.md says', async () => {
  const documented = await readFile(DOCUMENT, 'utf8');
  for (const each of ATTACKS) {
    test(each.name, async () => {
      const row = `| ${each.name} | ${(await attack(each)).join(' | ')} |`;
      assert.ok(documented.includes(row), `the table should have the row\n${row}`);
    });
  }
});
