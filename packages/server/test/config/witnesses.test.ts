// The setting of witnesses: what is refused, and why.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config/server-settings.ts';
import { SettingError } from '../../src/config/setting.ts';
import { makeSigningKey, verifierKeyOf } from '../../src/signing/key-file.ts';
import { makeCosigner } from '../witness/fake-witness.ts';

const { vkey } = makeCosigner('w.example');
const URL = 'https://w.example';

function refuses(entries: readonly unknown[], message: RegExp): void {
  assert.throws(
    () => SETTINGS.witnesses.read(JSON.stringify(entries)),
    (error) => error instanceof SettingError && message.test(error.message),
  );
}

test('each problem of a witness is named', () => {
  refuses(['https://w.example'], /witness 1 is not a mapping; write url/);
  refuses([{ url: URL, vkey }, { vkey }], /witness 2 needs a url such as https/);
  refuses([{ url: 'ftp://w.example', vkey }], /needs a url/);
  refuses([{ url: 'https://me:secret@w.example', vkey }], /^the url of witness 1 has credentials/);
  refuses([{ url: URL }], /https:\/\/w\.example needs its vkey/);
  refuses([{ url: URL, vkey: 'w.example' }], /the vkey of https:\/\/w\.example is no verifier key/);
  const ofLog = verifierKeyOf('w.example', makeSigningKey('w.example'));
  refuses([{ url: URL, vkey: ofLog }], /is that of a log, not one for cosignatures/);
  refuses([{ url: URL, vkey, token: 'x' }], /unknown key 'token'; the keys are url, vkey/);
  refuses([{ url: URL, vkey, 'allow-private-addresses': 'yes' }], /must be true or false/);
  refuses(
    [
      { url: URL, vkey },
      { url: `${URL}/2`, vkey },
    ],
    /the key of https:\/\/w\.example\/2 is listed twice/,
  );
  refuses(
    Array.from({ length: 21 }, () => ({ url: URL, vkey })),
    /there are more than 20/,
  );
});
