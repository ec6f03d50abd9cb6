// Clients that send many requests ahead (pipelining, RFC 9112, section 9.3.2), and read no answers.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { RawClient, startRegistry } from '@prime-registry/testkit';

const registries = await Promise.all([startRegistry(), startRegistry({ responseCacheBytes: 0 })]);
after(() => Promise.all(registries.map((registry) => registry.stop())));

/** Sends requests in one packet, the last of which asks to close the connection, and reads all answers. */
async function pipeline(baseUrl: string, path: string, count: number): Promise<string[]> {
  const client = await RawClient.connect(baseUrl);
  const head = (more: string) => `GET ${path} HTTP/1.1\r\nHost: registry\r\n${more}\r\n`;
  await client.send(head('').repeat(count - 1) + head('Connection: close\r\n'));
  const answers = await client.readToEnd();
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status = '']) => status);
}

for (const path of ['/pack/@acme/none', '/search?q=web', '/-/health/live']) {
  test(`${path}: a few requests ahead are answered in order`, async () => {
    for (const { baseUrl } of registries) {
      const statuses = await pipeline(baseUrl, path, 32);
      assert.equal(statuses.length, 32);
      assert.equal(new Set(statuses).size, 1);
    }
  });

  test(`${path}: hundreds of requests ahead close the connection, and others notice nothing`, async () => {
    for (const { baseUrl, anonymous } of registries) {
      const attacks = Array.from({ length: 20 }, () => pipeline(baseUrl, path, 500));
      for (const statuses of await Promise.all(attacks))
        assert.ok(statuses.length <= 32, `${statuses.length}`);
      assert.equal((await anonymous.get('/-/health/ready')).status, 200);
    }
  });
}
