// Keys of well-known formats are found, with their places, and nothing else is.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { generateToken } from '@prime-registry/protocol';
import { fc } from '@prime-registry/testkit/properties';
import { findSecrets, SECRET_RULE_IDS, SecretScanner } from '../src/index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const idsOf = (text: string) => findSecrets(bytesOf(text)).map(({ rule }) => rule);

/** Characters that look random, so that no key is in this file. */
function random(length: number, alphabet = 'q7Rw2Zk9Lm4Xc8Vb3Nh6Tj5Gf'): string {
  return Array.from({ length }, (_, index) => alphabet[(index * 11 + (index >> 3)) % alphabet.length]).join(
    '',
  );
}
const hex = (length: number) => random(length, '0a9b4c8d2e7f1536');
const upper = (length: number) => random(length, 'Q7RW2ZK4LM5XCVB3NH6TJ');
const letters = (length: number) => random(length, 'qRwZkLmXcVbNhTjGf');

/** One key for each rule, built from parts. */
const KEYS: Readonly<Record<string, string>> = {
  'age-key': `AGE-SECRET-KEY-1${upper(58)}`,
  'anthropic-key': `sk-ant-${'api'}03-${random(95)}`,
  'atlassian-token': `ATATT3${random(180)}`,
  'aws-key': `AKIA${upper(16)}`,
  'azure-storage-key': `AccountKey=${random(86)}==`,
  'crates-token': `cio${random(32)}`,
  'databricks-token': `dapi${hex(32)}`,
  'digitalocean-token': `dop_v1_${hex(64)}`,
  'docker-token': `dckr_pat_${random(27)}`,
  'doppler-token': `dp.pt.${random(43)}`,
  'github-token': `ghp_${random(36)}`,
  'github-fine-grained-token': `github_pat_${random(22)}_${random(59)}`,
  'gitlab-token': `glpat-${random(20)}`,
  'encoded-prime-token': btoa(generateToken()),
  'google-api-key': `AIza${random(35)}`,
  'google-client-secret': `GOCSPX-${random(28)}`,
  'grafana-token': `glsa_${random(32)}_${hex(8)}`,
  'hugging-face-token': `hf_${letters(34)}`,
  'linear-key': `lin_api_${random(40)}`,
  'new-relic-key': `NRAK-${upper(27)}`,
  'npm-token': `npm_${random(36)}`,
  'openai-key': `sk-proj-${random(40)}T3BlbkFJ${random(40)}`,
  'postman-key': `PMAK-${hex(24)}-${hex(34)}`,
  'prime-token': generateToken(),
  'private-key': `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${random(64)}`,
  'putty-key': `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n`,
  'pypi-token': `pypi-AgEIcHlwaS5vcmc${random(100)}`,
  'pulumi-token': `pul-${hex(40)}`,
  'rubygems-key': `rubygems_${hex(48)}`,
  'sendgrid-key': `SG.${random(22)}.${random(43)}`,
  'shopify-token': `shpat_${hex(32)}`,
  'slack-token': `xoxb-${random(50)}`,
  'slack-webhook': `hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`,
  'stripe-key': `sk_live_${random(24)}`,
  'supabase-token': `sbp_${hex(40)}`,
  'vault-token': `hvs.${random(90)}`,
};

describe('a key', () => {
  test('of every kind is found, alone, quoted and in a line', () => {
    assert.deepEqual(Object.keys(KEYS).sort(), [...SECRET_RULE_IDS].sort());
    for (const [rule, key] of Object.entries(KEYS)) {
      for (const text of [key, `"${key}"`, `token: ${key}\n`, `x=${key};`, `https://u:${key}@host/`]) {
        assert.deepEqual(idsOf(text), [rule], text);
      }
    }
  });

  test('of every kind is found at every place, after any words', () => {
    const words = '- a (few) words, äöü and https://host/path?query=value;\n';
    for (const [rule, key] of Object.entries(KEYS)) {
      for (let length = 0; length < 40; length += 1) {
        for (const text of [words.slice(0, length), `${'x'.repeat(length)} `]) {
          if (!/\w$/.test(text)) assert.deepEqual(idsOf(`${text}${key}`), [rule], `${text}${key}`);
        }
      }
    }
  });

  test('has its line and column in characters, in any encoding', () => {
    const text = `# Schlüssel 🔑\r\n  “né” ${KEYS['github-token']}\n`;
    const place = { rule: 'github-token', what: 'a GitHub token', line: 2, column: 8 };
    assert.deepEqual(findSecrets(bytesOf(text)), [place]);
    const wide = new Uint8Array(Buffer.from(`\ufeffa\n  ${KEYS['npm-token']}`, 'utf16le'));
    assert.deepEqual(
      findSecrets(wide).map(({ rule, line }) => [rule, line]),
      [['npm-token', 2]],
    );
  });

  test('that begins a file, or is encrypted, in JSON or with a version, is a private key', () => {
    for (const kind of ['', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'RSA ']) {
      assert.deepEqual(idsOf(`-----BEGIN ${kind}${'PRIVATE'} KEY-----\r\n${random(64)}\r\n`), [
        'private-key',
      ]);
    }
    const head = `-----BEGIN RSA ${'PRIVATE'} KEY-----`;
    assert.deepEqual(idsOf(`{"private_key": "${head}\\n${random(64)}\\n"}`), ['private-key']);
    assert.deepEqual(
      idsOf(`${head}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789\n\n${random(64)}`),
      ['private-key'],
    );
    const pgp = `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----\nVersion: GnuPG v2\n\n${random(64)}`;
    assert.deepEqual(idsOf(pgp), ['private-key']);
  });

  test('of a registry is found in base64, after anything and in wrapped lines', () => {
    for (const before of ['', 'a', 'ab', 'ada:', 'https://ada:']) {
      for (const after of ['', '\n', ' and more']) {
        const encoded = btoa(`${before}${generateToken()}${after}`);
        const wrapped = encoded.replaceAll(/.{30}/g, '$&\r\n  ');
        for (const text of [`Basic ${encoded}`, `_auth=${encoded}`, wrapped, `x/${encoded}"`]) {
          assert.deepEqual(idsOf(text), ['encoded-prime-token'], text);
        }
        assert.deepEqual(idsOf(btoa(`${before}pri_${random(38)}${after}`)), []);
      }
    }
  });

  test('is not found in documentation, placeholders and other words', () => {
    for (const text of [
      `ghp_${'x'.repeat(36)}`,
      `ghp_${'0'.repeat(36)}`,
      'AKIAIOSFODNN7EXAMPLE',
      'ghp_, gho_ and github_pat_ are the prefixes of GitHub',
      `npm_config_registry=https://example.com npm_package_version_${random(36)}`,
      `-----BEGIN ${'PRIVATE'} KEY-----`,
      `-----BEGIN ${'PRIVATE'} KEY-----\n...\n-----END ${'PRIVATE'} KEY-----`,
      `-----BEGIN PUBLIC KEY-----\n${random(64)}`,
      `-----BEGIN CERTIFICATE-----\n${random(64)}`,
      `pri_${random(38)}`,
      `xghp_${random(36)}`,
      `ghp_${random(35)}`,
      'sk-learn and sk-image; a task-force; dapi; hvs.; SG. 1',
      'SHA512 (a) = 9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043',
      'xoxb-your-token-goes-here-and-now',
    ]) {
      assert.deepEqual(idsOf(text), [], text);
    }
  });

  test('is found wherever the pieces of the file end, even byte by byte', () => {
    const padding = 'ä word, '.repeat(4000);
    const text = `${KEYS['slack-token']}\n${padding}${KEYS['aws-key']}\n${padding}${KEYS['private-key']}`;
    const bytes = bytesOf(text);
    const whole = findSecrets(bytes);
    assert.deepEqual(
      whole.map(({ rule }) => rule),
      ['slack-token', 'aws-key', 'private-key'],
    );
    const scanIn = (sizes: readonly number[]) => {
      const scanner = new SecretScanner();
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        scanner.write(bytes.subarray(at, at + size));
        at += size;
      }
      return scanner.end().findings;
    };
    assert.deepEqual(scanIn([1]), whole);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 5 }), (sizes) => {
        assert.deepEqual(scanIn(sizes), whole);
      }),
    );
  });

  test('is counted among many, of which a hundred are kept', () => {
    const scanner = new SecretScanner();
    for (let index = 0; index < 1000; index += 1) scanner.write(bytesOf(`${KEYS['aws-key']}\n`));
    const { findings, count } = scanner.end();
    assert.deepEqual([findings.length, count], [100, 1000]);
    assert.deepEqual(findings.at(-1), { rule: 'aws-key', what: 'an AWS access key', line: 100, column: 1 });
  });
});

describe('a scan', () => {
  test('takes time in proportion to the file, whatever is in it', () => {
    const hostile = [
      'A',
      '-----BEGIN ',
      '-----BEGIN RSA ',
      'sk-',
      'sk-T3BlbkFJ',
      'ghp_',
      'xoxb-',
      'glpat-',
      'SG.',
      'hvs.',
      '\n',
      '\0',
      'AKIA',
      `-----BEGIN ${'PRIVATE'} KEY-----\nA: `,
      `-----BEGIN ${'PRIVATE'} KEY-----${' '.repeat(19)}`,
      `sk-${'a'.repeat(99)}`,
    ];
    // Each takes milliseconds; with quadratic time, one would take hours.
    for (const piece of hostile) findSecrets(bytesOf(piece.repeat(1_000_000 / piece.length)));
  });

  test('finds nothing in the examples of this repository', async () => {
    const root = join(import.meta.dirname, '../../../examples');
    const files = (await readdir(root, { recursive: true, withFileTypes: true })).filter((file) =>
      file.isFile(),
    );
    assert.ok(files.length > 10);
    for (const { parentPath, name } of files) {
      assert.deepEqual(findSecrets(await readFile(join(parentPath, name))), [], name);
    }
  });
});
