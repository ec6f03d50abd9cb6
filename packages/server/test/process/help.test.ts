// The help texts: complete for operators who have nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { runCommand } from '@prime-registry/testkit';
import { ALL_SETTINGS } from '../../src/config/server-settings.ts';
import { variableOf } from '../../src/config/setting.ts';

const COMMANDS = [
  'serve',
  'init',
  'token create',
  'token list',
  'token revoke <id>',
  'remove <@scope/name@version>',
  'audit',
  'verify',
  'gc',
  'backup <folder>',
  'restore <folder>',
  'lost-versions find',
  'lost-versions list',
  'lost-versions settle',
  'log status',
  'log key show',
  'log key create <file>',
  'log key export',
  'log key import <file>',
  'log key rotate',
  'log restart',
  'witness key show',
  'witness key create <file>',
  'export <file>',
  'import <file>',
  'index',
  'mirror rebind <@scope/name>',
  'mirror forget <upstream|@scope/name>',
  'mirror sync <upstream>',
  'webhook add <url>',
  'webhook list',
  'webhook test <id>',
  'webhook replay <id>',
  'webhook rotate-secret <id>',
  'webhook remove <id>',
  'trust add [preset] [who]',
  'trust list',
  'trust test <file>',
  'trust remove <name>',
  'trust issuer <issuer>',
  'migrate',
];

/** Options of the commands that are not settings. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  serve: [],
  init: ['--json'],
  migrate: [],
  'token create': ['--name <text>', '--permission <word>', '--scope <@scope>', '--expires <time>', '--json'],
  'token list': ['--json'],
  'token revoke': [],
  remove: ['--category <word>', '--reason <text>'],
  audit: ['--since <time>', '--until <time>', '--action <word>', '--name <name>', '--token <id>', '--json'],
  verify: ['--json'],
  gc: ['--delete', '--older-than <time>', '--json'],
  backup: ['--with-log-key'],
  restore: ['--known-versions <file>', '--continue-log'],
  'lost-versions find': ['--record', '--json'],
  'lost-versions list': ['--json'],
  'lost-versions settle': [],
  'log status': ['--json'],
  'log key show': [],
  'log key export': [],
  'log key import': [],
  'log key rotate': ['--overlap <time>'],
  'log restart': ['--reason <text>'],
  'witness key show': [],
  export: ['--with-tokens'],
  import: ['--with-tokens', '--restore-removed'],
  index: [],
  'webhook add': [
    ...['--type <word>', '--scope <@scope>', '--allow-private-addresses', '--allow-insecure', '--json'],
  ],
  'webhook list': ['--json'],
  'webhook test': ['--json'],
  'webhook replay': ['--from <index>'],
  'webhook rotate-secret': ['--overlap <time>', '--json'],
  'webhook remove': [],
  'trust add': [
    ...['--name <text>', '--issuer <url>', '--owner <name@id>', '--repository <name>', '--workflow <file>'],
    ...['--job-workflow <path>', '--environment <name>', '--ref <ref>', '--branch <name>', '--tag <name>'],
    ...['--event <name>', '--claim <name=text>', '--claim-prefix <name=text>', '--scope <@scope>'],
    ...['--prime <@scope/name>', '--may <word>', '--show <word>', '--pin', '--file <file>', '--json'],
  ],
  'trust list': ['--unused <time>', '--json'],
  'trust test': ['--audience <url>', '--at <time>', '--offline', '--json'],
  'trust remove': [],
  'trust issuer': ['--jwks-file <file>', '--ca-file <file>', '--allow-private-addresses'],
  'mirror forget': [],
  'mirror sync': [
    ...['--scope <@scope>', '--prime <@scope/name>', '--after <@scope/name>', '--rate <number>'],
    ...['--full', '--dry-run', '--json'],
  ],
};

/** The settings of every command: where the metadata is. */
const DATABASE = ['data', 'database', 'database-connections'];
/** Commands that need more than the database. */
const WITH_TARBALLS = [
  ...['remove', 'verify', 'gc', 'backup', 'restore', 'export', 'import', 'index', 'mirror sync'],
  ...['lost-versions find', 'lost-versions settle', 'log status', 'log restart'],
  ...['webhook add', 'webhook test', 'webhook rotate-secret', 'webhook remove'],
];
/** Settings of a single command. */
const OF_ONE: Readonly<Record<string, readonly string[]>> = {
  import: ['secret-scan'],
  backup: ['log-key-file'],
  'log status': ['public-url', 'log-key-file'],
  'log key show': ['log-key-file'],
  'log key export': ['log-key-file'],
  'log key import': ['log-key-file'],
  'log key rotate': ['log-key-file'],
  'log restart': ['public-url', 'log-key-file'],
  'witness key show': ['witness-key-file'],
  'lost-versions find': ['max-unpacked', 'max-entries', 'max-ratio'],
  'webhook add': ['webhook-secrets-file'],
  'webhook test': ['webhook-secrets-file', 'upstream-proxy', 'upstream-cafile'],
  'webhook rotate-secret': ['webhook-secrets-file'],
  'webhook remove': ['webhook-secrets-file'],
  'trust test': ['public-url', 'upstream-proxy', 'upstream-cafile'],
  'mirror forget': ['upstreams'],
  'mirror sync': [
    ...[
      'upstreams',
      'upstream-proxy',
      'upstream-cafile',
      'local-scopes',
      'mirror-keep-removed',
      'max-tarball',
      'max-unpacked',
      'max-entries',
      'max-ratio',
      'secret-scan',
    ],
  ],
};

describe('--help', () => {
  for (const [command, options] of Object.entries(OPTIONS)) {
    test(`of ${command} has every option, and every setting with its variable and default`, async () => {
      const { code, stdout, stderr } = await runCommand(
        [...command.split(' '), '--help'],
        {},
        { isRefused: true },
      );
      assert.equal(code, 0);
      assert.equal(stderr, '');
      assert.match(
        stdout,
        new RegExp(
          `^.+\\.\\n\\nUsage: prime-registry ${command}( <[^>]+>| \\[who\\]| \\[preset\\])* \\[options\\]\\n`,
        ),
      );
      for (const option of [...options, '--config <file>', '--help']) {
        assert.match(stdout, new RegExp(`^  ${option.replaceAll('-', '\\-')} +\\S`, 'm'));
      }
      const names = [
        ...DATABASE,
        ...(WITH_TARBALLS.includes(command) ? ['blobs'] : []),
        ...(OF_ONE[command] ?? []),
      ];
      const settings =
        command === 'serve' ? ALL_SETTINGS : ALL_SETTINGS.filter(({ name }) => names.includes(name));
      for (const setting of settings) {
        const flag = `  --${setting.name}${setting.isSwitch === true ? '' : ' <value>'} `;
        const [, description = ''] = stdout.split(flag);
        for (const part of [
          setting.summary,
          setting.allowed,
          `default ${setting.defaultText} (${variableOf(setting)})`,
        ]) {
          assert.ok(description.split('\n  --')[0]?.includes(part), `${setting.name}: ${part}`);
        }
      }
      assert.equal(
        stdout.match(/PRIME_REGISTRY_/g)?.length,
        settings.length + 1,
        'theirs and PRIME_REGISTRY_CONFIG',
      );
      assert.ok(stdout.includes('(PRIME_REGISTRY_CONFIG)'));
    });
  }

  test('lists every command, also as -h, as help and without arguments', async () => {
    const [long, short, word, nothing] = [
      await runCommand(['--help']),
      await runCommand(['-h']),
      await runCommand(['help']),
      await runCommand([]),
    ];
    assert.equal(long.code, 0);
    for (const command of COMMANDS)
      assert.match(long.stdout, new RegExp(`^  ${RegExp.escape(command)}  +\\S`, 'm'));
    assert.deepEqual([short, word, nothing], [long, long, long]);
  });

  test('of a group lists its commands only', async () => {
    const { code, stdout } = await runCommand(['token', '--help']);
    assert.equal(code, 0);
    for (const command of COMMANDS)
      assert.equal(stdout.includes(`  ${command} `), command.startsWith('token'));
  });

  test('of a group within a group lists its commands only', async () => {
    const { code, stdout } = await runCommand(['log', 'key', '--help']);
    assert.equal(code, 0);
    for (const command of COMMANDS)
      assert.equal(stdout.includes(`  ${command} `), command.startsWith('log key '), command);
  });

  test('is printed wherever --help stands, and nothing else is done', async () => {
    const args = ['token', 'create', '--data', '/proc/nowhere', '--name', '', '-h'];
    const { code, stdout } = await runCommand(args);
    assert.equal(code, 0);
    assert.match(stdout, /Usage: prime-registry token create/);
  });
});

test('--version is the version of the package, with the commit if it is known', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const { code, stdout, stderr } = await runCommand(['--version']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(stdout.replace(/ \([0-9a-f]{12}\)\n$/, '\n'), `${version}\n`);
});

describe('an invalid command line is refused with exit code 3', () => {
  const refused: [args: string[], message: RegExp][] = [
    [['server'], /^prime-registry: there is no command 'server'\n\nUsage: .*\n {2}serve /s],
    [['--port', '1'], /^prime-registry: there is no command '--port 1'\n/],
    [['token'], /^prime-registry: there is no command 'token'\n\nUsage: .*\n {2}token create /s],
    [['token', 'make'], /^prime-registry: there is no command 'token make'\n/],
    [
      ['serve', '--prot', '1'],
      /no option '--prot'; did you mean '--port'\?\nRun 'prime-registry serve --help' for details\.\n$/,
    ],
    [['migrate', '--port', '1'], /there is no option '--port'/],
    [['serve', '--port'], /'--port' needs a value: --port <value>/],
    [['serve', '--private=true'], /'--private' takes no value/],
    [['serve', 'now'], /^prime-registry: 'now' is one argument too many\n/],
    [['token', 'revoke'], /^prime-registry: <id> is missing\n/],
    [
      ['audit', '--since', 'yesterday'],
      /^prime-registry: --since: 'yesterday' is not a time; use a day such as /,
    ],
    [['audit', '--until', '2026-02-31T00'], /--until: '2026-02-31T00' is not a time/],
    [
      ['audit', '--action', 'delete'],
      /--action: 'delete' is unknown; use one of publish, mirror, evict, rebind, forget, yank, /,
    ],
    [['audit', '--name', 'web-style'], /--name: /],
    [['gc', '--older-than', '1 day'], /--older-than: '1 day' is not a duration; use 30m, 12h, 7d/],
    [['backup'], /^prime-registry: <folder> is missing\n/],
  ];
  for (const [args, message] of refused) {
    test(args.join(' '), async () => {
      const { code, stdout, stderr } = await runCommand(args, {}, { isRefused: true });
      assert.equal(code, 3);
      assert.equal(stdout, '');
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^\s+at /m);
    });
  }
});
