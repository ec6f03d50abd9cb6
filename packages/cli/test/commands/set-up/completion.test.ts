import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createPrimeUser, type PrimeUser } from '@prime-registry/testkit';
import { COMMANDS } from '../../../src/command-table.ts';

const hasShell = (shell: string) => spawnSync(shell, ['--version']).error === undefined;
const skipWithout = (shell: string) =>
  hasShell(shell) ? false : `${shell} is not installed: its completion script was not tried`;

describe('prime completion', () => {
  let user: PrimeUser;
  before(async () => {
    user = await createPrimeUser();
    await mkdir(join(user.project, '.primes', '@acme', 'web-style'), { recursive: true });
    await mkdir(join(user.project, '.primes', '@acme', 'naming'), { recursive: true });
    await mkdir(join(user.project, '.primes', '.staging'));
    await mkdir(join(user.project, 'a folder'));
    await writeFile(join(user.project, 'a file'), '');
  });
  after(() => user.remove());

  /** Runs a script for the shell in the project, with the path of the completion script as its argument. */
  async function runShell(shell: string, args: readonly string[], script: string): Promise<string> {
    const path = join(user.project, '..', `completion.${shell}`);
    const { code, stdout, stderr } = await user.prime(['completion', shell]);
    assert.deepEqual([code, stderr], [0, '']);
    await writeFile(path, stdout);
    const checked = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
    assert.deepEqual([checked.status, checked.stderr], [0, ''], 'the syntax is sound');
    const run = spawnSync(shell, [...args, '-c', script, shell, path], {
      encoding: 'utf8',
      cwd: user.project,
      timeout: 30_000,
    });
    assert.deepEqual([run.status, run.stderr], [0, '']);
    return run.stdout;
  }

  test('bash completes commands, options, values, files and installed Primes', {
    skip: skipWithout('bash'),
  }, async () => {
    const lines = [
      ['in'],
      ['search', '--l'],
      ['search', '--limit', ''],
      ['search', '-C', 'a'],
      ['download', '--out', 'a'],
      ['completion', ''],
      ['completion', 'bash', ''],
      ['remove', '@acme/w'],
      ['verify', ''],
      ['nonsense', ''],
      ['help', 'ver'],
    ];
    const calls = lines.map((words) => `complete_line ${words.map((word) => `'${word}'`).join(' ')}`);
    const stdout = await runShell(
      'bash',
      ['--norc', '--noprofile'],
      `source "$1"
      complete_line() {
        COMP_WORDS=(prime "$@") COMP_CWORD=$#
        _prime prime "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
        local IFS='|'; echo "\${COMPREPLY[*]}"
      }
      complete -p prime
      ${calls.join('\n')}`,
    );
    assert.deepEqual(stdout.trimEnd().split('\n'), [
      'complete -F _prime prime',
      'init|install|info',
      '--limit',
      '',
      'a folder',
      'a file|a folder',
      'bash|zsh|fish',
      '',
      '@acme/web-style',
      '@acme/naming|@acme/web-style',
      '',
      'version|verify|versions',
    ]);
  });

  test('zsh can load the script', { skip: skipWithout('zsh') }, async () => {
    const stdout = await runShell(
      'zsh',
      ['-f'],
      'autoload -Uz compinit && compinit -D -u && source "$1" && echo $_comps[prime]',
    );
    assert.equal(stdout, '_prime\n');
  });

  test('fish completes commands, options, values and installed Primes', {
    skip: skipWithout('fish'),
  }, async () => {
    const complete = (line: string) =>
      `complete -C ${JSON.stringify(`prime ${line}`)} | string split -f1 \\t`;
    const stdout = await runShell(
      'fish',
      ['--no-config'],
      [
        'source $argv[2]',
        ...['in', 'search --l', 'completion ', 'remove @acme/w'].map(complete),
        'true',
      ].join('\n'),
    );
    assert.deepEqual(stdout.trim().split('\n'), [
      'info',
      'init',
      'install',
      '--limit',
      'bash',
      'fish',
      'zsh',
      '@acme/web-style',
    ]);
  });

  test('every script says how to install it, and has all commands', async () => {
    const scripts = await Promise.all(
      ['bash', 'zsh', 'fish'].map((shell) => user.prime(['completion', shell])),
    );
    for (const { code, stdout } of scripts) {
      assert.equal(code, 0);
      assert.match(
        stdout,
        /^(#compdef prime\n)?# Completion of prime for (bash|zsh|fish)\. To have it in every shell:\n# {3}\S/,
      );
      for (const { name } of COMMANDS) assert.ok(stdout.includes(name), name);
    }
  });

  test('an unknown shell is a usage error that lists the three', async () => {
    for (const args of [['tcsh'], ['constructor']]) {
      const { code, stdout, stderr } = await user.prime(['completion', ...args]);
      assert.deepEqual([code, stdout], [3, '']);
      assert.match(stderr, /^error: there is no script for '\w+'; use one of bash, zsh, fish\n/);
    }
  });
});
