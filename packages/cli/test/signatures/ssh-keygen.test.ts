// How ssh-keygen is run: where it finds its files, what it may know, and how it ends.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { eventually } from '@prime-registry/testkit';
import { signWithSshKeygen } from '../../src/signatures/sign/ssh-keygen.ts';
import { Terminal } from '../../src/terminal/terminal.ts';
import { makeStreams } from '../fake-streams.ts';

const SK_LINE = 'sk-ssh-ed25519@openssh.com AAAA';
let folder: string;
const folders: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fake-keygen-'));
  folders.push(folder);
});
after(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

/** Signs with a script in place of ssh-keygen. `$#` is the number of arguments, the last one is the file to sign. */
async function sign(script: string, { columns, signal }: { columns?: number; signal?: AbortSignal } = {}) {
  await writeFile(join(folder, 'ssh-keygen'), `#!/bin/sh\nset -e\nfor file; do :; done\n${script}\n`, {
    mode: 0o755,
  });
  const streams = makeStreams(columns === undefined ? {} : { columns });
  const signature = await signWithSshKeygen(
    {
      terminal: new Terminal(streams),
      environment: { PATH: `${folder}:/usr/bin:/bin`, PRIME_REGISTRY_TOKEN: 'pri_secret', OUT: folder },
      signal: signal ?? new AbortController().signal,
    },
    {
      key: { line: SK_LINE, from: 'the command line' },
      namespace: 'publish@prime-registry',
      statement: 'text\n',
    },
  );
  return { signature, shown: streams.stderrText() };
}

describe('ssh-keygen', () => {
  it('gets a statement and a public key that only the user can read, and no token', async () => {
    const { signature } = await sign(
      'stat -c %a "$file" "$(dirname "$file")" "$6" > "$OUT/modes"; cat "$file" > "$OUT/statement"; cat "$6" > "$OUT/key"\n' +
        'echo "$@" > "$OUT/arguments"; env > "$OUT/environment"; pwd > "$OUT/folder"; printf signed > "$file.sig"',
    );
    assert.equal(signature, 'signed');
    const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
    assert.equal(await read('modes'), '600\n700\n600\n');
    assert.equal(await read('statement'), 'text\n');
    assert.equal(await read('key'), `${SK_LINE}\n`);
    assert.match(
      await read('arguments'),
      /^-Y sign -n publish@prime-registry -f \S+key\.pub \S+statement\n$/,
    );
    assert.doesNotMatch(await read('environment'), /pri_secret/);
    const place = (await read('folder')).trim();
    assert.ok(place !== process.cwd() && !existsSync(place), 'its folder is its own, and gone');
  });

  it('is announced before somebody has to touch a key, at a terminal only', async () => {
    const script = 'printf signed > "$file.sig"';
    assert.match((await sign(script, { columns: 80 })).shown, /^Touch your security key when it blinks\.\n$/);
    assert.equal((await sign(script)).shown, '');
  });

  it('asks nobody if there is no terminal, and says so otherwise', async () => {
    const script = 'echo "Load key: incorrect passphrase supplied" >&2; exit 255';
    await assert.rejects(sign(script), /has a passphrase, and there is no terminal to ask for it/);
    await assert.rejects(sign(script, { columns: 80 }), /the passphrase of .* is wrong/);
  });

  it('ends with the command', async () => {
    const controller = new AbortController();
    const signing = sign('echo $$ > "$OUT/pid"; exec sleep 600', { signal: controller.signal });
    const failed = assert.rejects(signing, { name: 'AbortError' });
    const pid = await eventually(async () => {
      const text = await readFile(join(folder, 'pid'), 'utf8');
      assert.match(text, /\d\n/);
      return Number(text);
    });
    controller.abort();
    await failed;
    await eventually(async () => assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' }));
  });
});
