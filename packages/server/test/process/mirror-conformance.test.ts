// A registry in front of another one conforms like any other, also while that one does not answer.
import { test } from 'node:test';
import { startFaultyProxy } from '@prime-registry/testkit';
import { assertConforms } from './assert-conforms.ts';
import { ADMIN_TOKEN, atEnd, start } from './temporary-registry.ts';

for (const isDead of [false, true]) {
  test(`a registry in front of ${isDead ? 'a dead' : 'another'} one conforms, every rule included`, async (t) => {
    const origin = await start(t);
    const link = await startFaultyProxy(origin.baseUrl);
    atEnd(t, () => link.close());
    // What may be elsewhere is no 404 while that registry is dead.
    const scopes = isDead ? ['@elsewhere'] : ['*'];
    const upstreams = JSON.stringify([{ url: link.baseUrl, scopes, 'allow-private-addresses': true }]);
    const mirror = await start(t, { flags: ['--upstreams', upstreams] });
    if (isDead) await link.close();
    await assertConforms({ baseUrl: mirror.baseUrl, token: ADMIN_TOKEN });
  });
}
