import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeUsage, parseCommandLine } from '../src/command-line.ts';
import { COMMANDS } from '../src/command-table.ts';
import { describeCommands, findSimilarCommand } from '../src/commands-help.ts';

test('the first page of help has every command once, with its summary', () => {
  const lines = describeCommands().split('\n');
  for (const { name, summary } of COMMANDS) {
    const found = lines.filter((line) => line.startsWith(`  ${name} `));
    assert.equal(found.length, 1, name);
    assert.ok(found[0]?.endsWith(`  ${summary}`), name);
  }
  const names = COMMANDS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
});

test('every line of it fits into 80 columns', () => {
  for (const line of describeCommands().split('\n')) assert.ok(line.length <= 80, line);
});

test('a mistyped command is recognised', () => {
  assert.equal(findSimilarCommand('serach'), 'search');
  assert.equal(findSimilarCommand('frobnicate'), undefined);
});

test('the name that another package manager has for a command leads to it', () => {
  for (const [name, command] of [
    ['uninstall', 'remove'],
    ['upgrade', 'update'],
    ['i', 'install'],
    ['list', 'ls'],
  ] as const) {
    assert.equal(findSimilarCommand(name), command);
    assert.ok(
      COMMANDS.some((entry) => entry.name === command),
      command,
    );
  }
  assert.equal(findSimilarCommand('constructor'), undefined);
});

describe('each command', () => {
  for (const entry of COMMANDS) {
    const { name, summary } = entry;
    test(`${name} has examples, which can be parsed`, async () => {
      const { usage } = await entry.load();
      assert.doesNotMatch(summary, /\.$/, 'the full stop is added where it is shown');

      assert.ok(usage.examples.length > 0, 'there are examples');
      for (const example of usage.examples) {
        const [command, ...args] = splitWords(example);
        assert.equal(command, name, example);
        assert.doesNotThrow(() => parseCommandLine(usage, args), example);
      }
      assert.ok(describeUsage(entry, usage).includes(`\n  prime ${usage.examples[0]}\n`));

      for (const [option, { short, type, value }] of Object.entries(usage.options ?? {})) {
        assert.equal(value !== undefined, type !== 'boolean', `--${option} names its value if it has one`);
        assert.ok(short !== 'h' && short !== 'C', `-${short} is taken`);
      }
    });
  }
});

/** Splits an example into words like a shell, up to a pipe or a redirection. */
function splitWords(example: string): string[] {
  const [line = ''] = example.split(/ (?:\||<|>>?) /, 1);
  return (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, ''));
}
