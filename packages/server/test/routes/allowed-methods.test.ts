// What is allowed at a path is what the router of the framework would find there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAllowedMethods } from '../../src/routes/allowed-methods.ts';

const findAllowed = createAllowedMethods([
  { method: 'GET', path: '/a/:name' },
  { method: 'DELETE', path: '/a/:name' },
  { method: 'GET', path: '/a/:name/:part' },
  { method: 'POST', path: '/a/:name/removal' },
  { method: 'PUT', path: '/a/diff/:part' },
  { method: 'POST', path: '/a/one' },
  { method: 'GET', path: '/files/*' },
  { method: 'POST', path: '/files/check' },
]);

test('lists the methods of all endpoints with the path', () => {
  assert.deepEqual(findAllowed('/a/two'), { path: '/a/:name', methods: 'GET, HEAD, DELETE, OPTIONS' });
});

test('a text goes before a parameter and a wildcard, and the first part that differs decides', () => {
  const expected = {
    '/a/one': '/a/one',
    '/a/two/removal': '/a/:name/removal',
    '/a/diff/removal': '/a/diff/:part',
    '/a/two/three': '/a/:name/:part',
    '/files/check': '/files/check',
    '/files/other/check': '/files/*',
  };
  for (const [given, path] of Object.entries(expected)) assert.equal(findAllowed(given)?.path, path, given);
});

test('percent-escapes are the characters that they stand for', () => {
  assert.equal(findAllowed('/%61/%6Fne')?.path, '/a/one');
  assert.equal(findAllowed('/a%2Fone'), undefined);
  assert.equal(findAllowed('/%61%/one'), undefined);
});

test('finds nothing at other paths', () => {
  for (const path of ['/', '/a', '/a/', '/a/one/two/three', '/files', '/files/', '/A/one'])
    assert.equal(findAllowed(path)?.path, path === '/files/' ? '/files/*' : undefined, path);
});
