// A mirror conforms like any registry, even during an outage of its upstream.
import { test } from 'node:test';
import { startFaultyProxy } from '@prime-registry/testkit';
import { assertConforms } from './assert-conforms.ts';
import { ADMIN_TOKEN, atEnd, serveHere, start } from './temporary-registry.ts';

for (const isDead of [false, true]) {
  test(`a mirror of ${isDead ? 'a dead' : 'another'} registry conforms, with every rule`, async (t) => {
    const origin = await serveHere(t);
    const link = await startFaultyProxy(origin.baseUrl);
    atEnd(t, () => link.close());
    // While the upstream is dead, what it may have is not a 404.
    const scopes = isDead ? ['@elsewhere'] : ['*'];
    const upstreams = JSON.stringify([{ url: link.baseUrl, scopes, 'allow-private-addresses': true }]);
    // One of them as an operator runs it.
    const mirror = await (isDead ? serveHere : start)(t, {
      environment: { PRIME_REGISTRY_UPSTREAMS: upstreams },
    });
    if (isDead) await link.close();
    await assertConforms({ baseUrl: mirror.baseUrl, token: ADMIN_TOKEN });
  });
}
