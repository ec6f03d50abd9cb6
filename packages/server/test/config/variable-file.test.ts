// Container platforms mount secrets as files: PRIME_REGISTRY_X_FILE names the file with the value of PRIME_REGISTRY_X.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { findUnknownVariables, loadSettings, readAdminToken } from '../../src/config/load-settings.ts';
import { SettingError } from '../../src/config/setting.ts';

const DATABASE = 'postgres://registry:s3cret@db.example/registry';

function writeSecret(t: TestContext, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'prime-registry-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'secret');
  writeFileSync(file, content);
  return file;
}

function refuses(act: () => unknown, message: RegExp): void {
  assert.throws(act, (error) => {
    assert.ok(error instanceof SettingError);
    assert.match(error.message, message);
    assert.ok(!error.message.includes('s3cret'), 'the content is in no message');
    return true;
  });
}

describe('a variable that names a file', () => {
  test('gives any setting and the token the content, without the newline at the end', (t) => {
    for (const newline of ['', '\n', '\r\n']) {
      const environment = {
        PRIME_REGISTRY_DATABASE_FILE: writeSecret(t, `${DATABASE}${newline}`),
        PRIME_REGISTRY_PORT_FILE: writeSecret(t, `4100${newline}`),
        PRIME_REGISTRY_TOKEN_FILE: writeSecret(t, `abc${newline}`),
      };
      const { database, port } = loadSettings({ flags: {}, environment });
      assert.deepEqual([database, port, readAdminToken(environment)], [DATABASE, 4100, 'abc']);
      assert.deepEqual(findUnknownVariables(environment), []);
    }
  });

  test('has less weight than a flag, and counts as not set if it is empty', (t) => {
    const environment = { PRIME_REGISTRY_PORT_FILE: writeSecret(t, '4100') };
    assert.equal(loadSettings({ flags: { port: '4200' }, environment }).port, 4200);
    assert.equal(loadSettings({ flags: {}, environment: { PRIME_REGISTRY_PORT_FILE: '' } }).port, 4000);
  });

  test('works where Kubernetes has put an address into the variable itself', (t) => {
    const environment = {
      PRIME_REGISTRY_PORT: 'tcp://10.0.0.1:4000',
      PRIME_REGISTRY_PORT_FILE: writeSecret(t, '4100'),
    };
    assert.equal(loadSettings({ flags: {}, environment }).port, 4100);
  });

  test('is refused together with the variable, and if the file is missing, empty, too large or wrong', (t) => {
    const load = (environment: Record<string, string>) => () => loadSettings({ flags: {}, environment });
    const file = writeSecret(t, 's3cret');
    refuses(
      load({ PRIME_REGISTRY_DATABASE: DATABASE, PRIME_REGISTRY_DATABASE_FILE: file }),
      /^PRIME_REGISTRY_DATABASE and PRIME_REGISTRY_DATABASE_FILE are both set; keep one/,
    );
    refuses(
      load({ PRIME_REGISTRY_DATABASE_FILE: `${file}-no` }),
      /^PRIME_REGISTRY_DATABASE_FILE: cannot read '.*secret-no': ENOENT/,
    );
    refuses(
      load({ PRIME_REGISTRY_DATABASE_FILE: tmpdir() }),
      /^PRIME_REGISTRY_DATABASE_FILE: cannot read '.*': EISDIR/,
    );
    refuses(
      load({ PRIME_REGISTRY_DATABASE_FILE: writeSecret(t, '\n') }),
      /^PRIME_REGISTRY_DATABASE_FILE: .* is empty$/,
    );
    refuses(
      load({ PRIME_REGISTRY_DATABASE_FILE: writeSecret(t, 's3cret'.repeat(20_000)) }),
      /^PRIME_REGISTRY_DATABASE_FILE: .* has more than 64 KiB$/,
    );
    refuses(
      load({ PRIME_REGISTRY_PORT_FILE: file }),
      /^port: .*PRIME_REGISTRY_PORT_FILE.* use a whole number/,
    );
    const token = { PRIME_REGISTRY_TOKEN_FILE: writeSecret(t, 'my s3cret') };
    refuses(() => readAdminToken(token), /^PRIME_REGISTRY_TOKEN_FILE is not a bearer token/);
  });
});
