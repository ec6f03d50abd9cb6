import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProxyRules, ProxySettingError, readProxyVariables } from '@prime-registry/network';

/** Host, port and setting of the proxy for a URL; `direct` for none. */
function routeOf(environment: Record<string, string>, url: string): string {
  return new ProxyRules(readProxyVariables(environment)).find(new URL(url))?.label ?? 'direct';
}

describe('the variables', () => {
  const both = { HTTPS_PROXY: 'http://secure:3128', HTTP_PROXY: 'http://plain:3128' };
  test('are for the scheme of the URL', () => {
    assert.equal(routeOf(both, 'https://a.example/'), 'secure:3128 (HTTPS_PROXY)');
    assert.equal(routeOf(both, 'http://a.example/'), 'plain:3128 (HTTP_PROXY)');
    assert.equal(routeOf({ HTTP_PROXY: 'http://plain:3128' }, 'https://a.example/'), 'direct');
  });

  test('may be in lower case, which counts first', () => {
    assert.equal(routeOf({ https_proxy: 'http://low:1' }, 'https://a.example/'), 'low:1 (https_proxy)');
    assert.equal(routeOf({ ...both, http_proxy: 'low:1' }, 'http://a.example/'), 'low:1 (http_proxy)');
    assert.equal(routeOf({ ...both, no_proxy: 'a.example', NO_PROXY: 'x' }, 'http://a.example/'), 'direct');
  });

  test('that are empty do not count', () => {
    assert.equal(routeOf({ https_proxy: '', HTTPS_PROXY: ' ' }, 'https://a.example/'), 'direct');
  });

  test('of a CGI program: HTTP_PROXY is a header of the request there', () => {
    assert.equal(routeOf({ ...both, REQUEST_METHOD: 'GET' }, 'http://a.example/'), 'direct');
  });
});

describe('this machine', () => {
  for (const host of ['localhost', 'api.localhost', '127.0.0.1', '127.1.2.3', '0x7f.1', '[::1]'])
    test(`${host} is never behind a proxy`, () =>
      assert.equal(routeOf({ HTTP_PROXY: 'http://p:1' }, `http://${host}:4000/`), 'direct'));
  test('127.example is no address of it', () =>
    assert.notEqual(routeOf({ HTTP_PROXY: 'http://p:1' }, 'http://127.0.0.1.example/'), 'direct'));
});

describe('NO_PROXY', () => {
  const cases: readonly (readonly [list: string, url: string, isDirect: boolean])[] = [
    ['*', 'https://a.example/', true],
    ['example', 'https://a.example/', true],
    ['.example', 'https://a.example/', true],
    ['*.example', 'https://a.example/', true],
    ['.a.example', 'https://a.example/', true],
    ['A.EXAMPLE.', 'https://a.example./', true],
    ['ample', 'https://a.example/', false],
    ['a.example.org', 'https://a.example/', false],
    ['b.example, a.example', 'https://a.example/', true],
    ['b.example a.example', 'https://a.example/', true],
    [', ,', 'https://a.example/', false],
    ['a.example:443', 'https://a.example/', true],
    ['a.example:8443', 'https://a.example/', false],
    ['a.example:8443', 'https://a.example:8443/', true],
    ['10.0.0.0/8', 'https://10.20.30.40/', true],
    ['10.0.0.0/8', 'https://11.20.30.40/', false],
    ['10.0.0.0/8', 'https://a.example/', false],
    ['10.1.2.3', 'https://10.1.2.3/', true],
    ['10.1.2.3:8443', 'https://10.1.2.3/', false],
    ['10.0.0.0/99', 'https://10.1.2.3/', false],
    ['fd00::/8', 'https://[fd12::1]/', true],
    ['fd12::1', 'https://[fd12:0:0::1]/', true],
    ['[fd12::1]:8443', 'https://[fd12::1]:8443/', true],
    ['[fd12::1]:8443', 'https://[fd12::1]/', false],
  ];
  for (const [list, url, isDirect] of cases)
    test(`${list} ${isDirect ? 'excepts' : 'does not except'} ${url}`, () =>
      assert.equal(routeOf({ HTTPS_PROXY: 'http://p:1', NO_PROXY: list }, url) === 'direct', isDirect));

  test('of a hundred thousand entries is read at once', () => {
    const list = `${'x:1:2[/,'.repeat(100_000)}${'['.repeat(100_000)}`;
    assert.equal(
      routeOf({ HTTPS_PROXY: 'http://p:1', NO_PROXY: list }, 'https://a.example/'),
      'p:1 (HTTPS_PROXY)',
    );
  });
});

describe('the address of a proxy', () => {
  test('may lack its scheme', () => {
    assert.equal(
      routeOf({ HTTPS_PROXY: 'proxy.corp:3128' }, 'https://a.example/'),
      'proxy.corp:3128 (HTTPS_PROXY)',
    );
  });

  test('may have a name and a password, which are in no text', () => {
    const rules = new ProxyRules({
      https: { text: 'http://me%40corp:s%3Ac%zz@proxy:1', from: 'HTTPS_PROXY' },
    });
    const proxy = rules.find(new URL('https://a.example/'));
    assert.equal(proxy?.authorization, `Basic ${btoa('me@corp:s%3Ac%zz')}`);
    assert.equal(`${proxy?.url} ${proxy?.label}`, 'http://proxy:1 proxy:1 (HTTPS_PROXY)');
  });

  for (const text of ['socks5://me:hunter2@proxy:1', 'http://me:hunter2@', 'http://me:hunter2@proxy:port'])
    test(`${text} is refused, without its password`, () =>
      assert.throws(
        () => routeOf({ HTTPS_PROXY: text }, 'https://a.example/'),
        (error: Error) => {
          assert.ok(error instanceof ProxySettingError);
          assert.match(error.message, /^HTTPS_PROXY is .*write http:\/\/host:port$/);
          assert.doesNotMatch(error.message, /hunter2/);
          return true;
        },
      ));

  test('is not checked when it is not needed', () => {
    assert.equal(routeOf({ HTTPS_PROXY: 'socks5://proxy:1' }, 'https://localhost/'), 'direct');
  });
});
