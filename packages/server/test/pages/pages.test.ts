// The pages: readable by people, harmless to browsers, and complete.
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ERROR_CODES } from '@prime-registry/protocol';
import { startRegistry } from '@prime-registry/testkit';
import { routes } from '../../src/routes/index.ts';

const registry = await startRegistry();
after(() => registry.stop());
const { anonymous } = registry;

const PAGES = ['/', '/-/api'];

describe('a page', () => {
  for (const path of PAGES) {
    test(`${path} is HTML that a browser may not be tricked with`, async () => {
      const { status, headers, text } = await anonymous.get(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-cache');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      const policy = (headers.get('content-security-policy') ?? '').split('; ');
      for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
        assert.ok(policy.includes(directive), directive);
      }
      assert.doesNotMatch(policy.join(';'), /script-src|unsafe-eval|https?:|\*/);
      assert.match(text, /^<!doctype html>\n<html lang="en">/);
      assert.match(text, /<title>[^<]+<\/title>/);
      assert.match(text, /<meta name="viewport"/);
      assert.doesNotMatch(text, /<script|<iframe|<link|\son\w+=|javascript:|undefined|\[object/i);
    });

    test(`${path} leads to nothing but this registry, and to nothing that is missing`, async () => {
      const { text } = await anonymous.get(path);
      const links = [...text.matchAll(/(?:href|src|action)="([^"]*)"/g)].map((match) => match[1] ?? '');
      assert.ok(links.length > 0);
      for (const link of links) {
        assert.match(link, /^\//);
        assert.equal((await anonymous.get(link)).status, 200, link);
      }
    });
  }

  test('opens its elements and closes them again', async () => {
    for (const path of PAGES) {
      const open: string[] = [];
      const { text } = await anonymous.get(path);
      for (const [, slash, name = ''] of text.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
        if (slash === '/') assert.equal(open.pop(), name, path);
        else if (name !== 'meta') open.push(name);
      }
      assert.deepEqual(open, []);
    }
  });
});

describe('the first page', () => {
  test('says how to publish, find and fetch, with paths that exist', async () => {
    const { text } = await anonymous.get('/');
    for (const path of [
      '/publish',
      '/search?q=',
      '/pack/%40acme%2Fweb-style',
      '/pack/@acme/web-style/1.0.0/tarball',
    ]) {
      assert.ok(text.includes(path), path);
    }
    assert.doesNotMatch(text, /private/);
  });
});

describe('the API reference', () => {
  test('has every endpoint, with its method', async () => {
    const { text } = await anonymous.get('/-/api');
    for (const { method, path, schema } of routes) {
      const shown = `<code>${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}</code>`;
      assert.equal(text.split(shown).length - 1, 1, shown);
      assert.ok(text.includes(schema.summary), schema.summary);
    }
  });

  test('explains every error code under the anchor that problems point to', async () => {
    const { text } = await anonymous.get('/-/api');
    for (const [code, { status }] of Object.entries(ERROR_CODES)) {
      const row = text.split('<tr').filter((part) => part.startsWith(` id="error-${code}">`));
      assert.equal(row.length, 1, code);
      assert.ok(row[0]?.includes(`<code>${code}</code>`));
      assert.ok(row[0]?.includes(`<td>${status}</td>`));
    }
  });

  test('is where the type of a problem leads', async () => {
    const { json } = await anonymous.get('/nowhere');
    const type = new URL(json.type, registry.baseUrl);
    const page = await anonymous.get(type.pathname);
    assert.ok(page.text.includes(`id="${type.hash.slice(1)}"`), json.type);
  });
});
