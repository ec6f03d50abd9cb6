// Error responses: the error has the registry's text if there is one, and never an HTML page or terminal
// escapes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  isRateLimited,
  isUnauthenticated,
  isUnavailable,
} from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { sendHtml, sendJson, sendProblem } from '../wire-answers.ts';

const ONCE = { retries: 0 };

describe('an error that the registry explains', () => {
  it('has its title, detail, code, fields and request id', async () => {
    const problem = {
      title: 'The manifest does not match its schema',
      detail: "'name' is missing",
      code: 'invalid_manifest',
      errors: [
        { field: 'name', message: 'is missing', line: 1, column: 7, 'X-Other': true },
        { field: 'version', message: 'is not a version', line: 0, column: 'x' },
        { field: 'license' },
        'text',
        null,
      ],
      request_id: 'req-1',
    };
    await using server = await serve((_request, response) => sendProblem(response, 400, problem));
    const error = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(
      error.message,
      `${server.baseUrl}: 400 The manifest does not match its schema. 'name' is missing.`,
    );
    assert.equal(error.code, 'invalid_manifest');
    assert.deepEqual(error.errors, [
      { field: 'name', message: 'is missing', line: 1, column: 7 },
      { field: 'version', message: 'is not a version' },
    ]);
    assert.equal(error.requestId, 'req-1');
  });

  it('is recognised by its guard', async () => {
    const guards = new Map<(error: unknown) => boolean, number>([
      [isNotFound, 404],
      [isConflict, 409],
      [isUnauthenticated, 401],
      [isForbidden, 403],
      [isInvalid, 400],
      [isRateLimited, 429],
      [isUnavailable, 503],
    ]);
    for (const [guard, status] of guards) {
      await using server = await serve((_request, response) =>
        sendProblem(response, status, { title: 'No' }),
      );
      const error = await failureOf(clientOf(server, ONCE).client.versions(NAME));
      assert.deepEqual([error.reason, error.status], ['status', status]);
      assert.deepEqual(
        [...guards.keys()].filter((other) => other(error)),
        [guard],
      );
    }
  });

  it('may be any JSON, or have only some of the fields', async () => {
    await using server = await serve((_request, response) => sendJson(response, { detail: 'Come in!' }, 418));
    const { message } = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(message, `${server.baseUrl}: 418 Come in!`);
  });

  it('has the request id of the header if the body has none', async () => {
    await using server = await serve((_request, response) => {
      response.setHeader('x-request-id', 'req-2');
      sendHtml(response, 500);
    });
    assert.equal((await failureOf(clientOf(server).client.versions(NAME))).requestId, 'req-2');
  });
});

describe('a hostile error', () => {
  it('is shown as one line without terminal escapes', async () => {
    const evil = '\u001b[2J\u202egnp.exe\r\n\u0000';
    const problem = {
      title: `No${evil}`,
      detail: `${evil}${'x'.repeat(10_000)}`,
      code: `bad${evil}`,
      errors: [{ field: `f${evil}`, message: evil }],
      request_id: `id${evil}`,
    };
    await using server = await serve((_request, response) => sendProblem(response, 400, problem));
    const error = await failureOf(clientOf(server).client.versions(NAME));
    const shown = JSON.stringify([error.message, error.errors]);
    assert.doesNotMatch(`${error.message}${error.errors[0]?.message}`, /[\p{Cc}\u202e]/u);
    assert.ok(shown.length < 2000, shown);
    assert.deepEqual([error.code, error.requestId], [undefined, undefined]);
  });

  it('may list hundreds of fields', async () => {
    const errors = Array.from({ length: 500 }, () => ({ field: 'a', message: 'b' }));
    await using server = await serve((_request, response) => sendProblem(response, 400, { errors }));
    assert.equal((await failureOf(clientOf(server).client.versions(NAME))).errors.length, 50);
  });

  it('is not read to its end when it is too long', async () => {
    await using server = await serve((_request, response) => {
      const rest = () => void (response.write('x'.repeat(64 * 1024)) || response.once('drain', rest));
      response.writeHead(403, { 'content-type': 'application/problem+json' });
      const fill = setInterval(rest, 1);
      response.on('close', () => clearInterval(fill));
    });
    const { status, message } = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(status, 403);
    assert.equal(message, `${server.baseUrl} answered 403 with application/problem+json.`);
  });

  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    '{"title":1,"detail":{},"errors":{},"code":7}',
    '{"__proto__":{"title":"x"}}',
  ];
  for (const body of bodies) {
    it(`may be no problem document: ${body}`, async () => {
      await using server = await serve((_request, response) => {
        response.writeHead(404, { 'content-type': 'application/problem+json' }).end(body);
      });
      const error = await failureOf(clientOf(server).client.versions(NAME));
      assert.ok(isNotFound(error));
      assert.equal(error.message, `${server.baseUrl} answered 404 with application/problem+json.`);
      assert.deepEqual([error.code, error.errors], [undefined, []]);
    });
  }
});

describe('an error without an explanation', () => {
  for (const status of [403, 502]) {
    it(`shows its status and media type (${status})`, async () => {
      await using server = await serve((_request, response) => sendHtml(response, status));
      const error = await failureOf(clientOf(server, ONCE).client.versions(NAME));
      assert.deepEqual([error.reason, error.status], ['status', status]);
      assert.equal(error.message, `${server.baseUrl} answered ${status} with text/html.`);
    });
  }

  it('may have no media type either', async () => {
    await using server = await serve((_request, response) => response.writeHead(401).end('secret'));
    const { message } = await failureOf(clientOf(server).client.versions(NAME));
    assert.equal(message, `${server.baseUrl} answered 401 with no content type.`);
  });
});
