// Which 404 counts: after one, a resolver asks its next registry, so a proxy must not be able to send it.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { isDoubtfulNotFound, isNotFound, isUnavailable } from '../../src/index.ts';
import { Resolver } from '../../src/resolve/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, failureOf, NAME } from '../test-client.ts';
import { sendHtml, sendJson, sendProblem, VERSION_LIST } from '../wire-answers.ts';

type Send = (response: ServerResponse) => void;

const own: Send = (response) => sendProblem(response, 404, { code: 'prime_not_found', title: 'No' });
const sendText =
  (body: string, type?: string): Send =>
  (response) =>
    void response.writeHead(404, type === undefined ? {} : { 'content-type': type }).end(body);
const proxy = sendText('default backend - 404', 'text/plain');

/** 404s of plain registries: the contract leaves their bodies open. */
const PLAIN: readonly Send[] = [
  proxy,
  sendText(''),
  sendText('there is no <html> here', 'text/plain'),
  sendText('<Error><Code>NoSuchKey</Code></Error>', 'application/xml'),
  (response) => sendJson(response, { error: 'not found' }, 404),
  (response) => sendProblem(response, 404, { title: 'without a code' }),
];

/** Web pages, whatever they call themselves. */
const PAGES: readonly Send[] = [
  (response) => sendHtml(response, 404),
  sendText('anything', 'Text/HTML; charset=utf-8'),
  sendText('<p>x</p>', 'application/xhtml+xml'),
  sendText('\n\n <!DOCTYPE html><title>404</title>', 'text/plain'),
  sendText('<html><body><h1>404 page not found</h1>'),
  sendText('x'.repeat(100_000), 'text/plain'),
];

describe('a 404', () => {
  it('of a registry that was never seen to explain an error counts, whatever its body', async () => {
    for (const send of PLAIN) {
      await using server = await serve((_request, response) => send(response));
      assert.ok(isNotFound(await failureOf(clientOf(server).client.versions(NAME))));
    }
  });

  it('with a web page counts only if it is allowed', async () => {
    for (const send of PAGES) {
      await using server = await serve((_request, response) => send(response));
      const error = await failureOf(clientOf(server).client.manifest(NAME, '1.0.0'));
      assert.deepEqual(
        [error.reason, isNotFound(error), isDoubtfulNotFound(error)],
        ['malformed', false, true],
      );
      assert.match(error.message, /answered 404 with a web page, .* the registry may have it\.$/);
      const allowing = clientOf(server, { acceptsNotFoundPages: true }).client;
      assert.ok(isNotFound(await failureOf(allowing.manifest(NAME, '1.0.0'))));
    }
  });

  it('of an optional endpoint counts even with a web page', async () => {
    await using server = await serve((_request, response) => sendHtml(response, 404));
    const { client } = clientOf(server);
    for (const ask of [() => client.whoami(), () => client.search('x'), () => client.primes()]) {
      assert.ok(isNotFound(await failureOf(ask())));
    }
  });

  it('of a registry that once explained an error counts only if it is explained, also for another client', async () => {
    const knownRegistries = new Set<string>();
    for (const explain of [
      own,
      (response: ServerResponse) => sendProblem(response, 401, { code: 'no_token' }),
    ]) {
      for (const send of [...PLAIN, ...PAGES]) {
        let answer = explain;
        await using server = await serve((_request, response) => answer(response));
        await failureOf(clientOf(server, { knownRegistries }).client.versions(NAME));
        answer = send;
        const options = { knownRegistries, acceptsNotFoundPages: true };
        const { client } = clientOf(server, options);
        for (const ask of [
          () => client.versions(NAME),
          () => client.manifest(NAME, '1.0.0'),
          () => client.whoami(),
        ]) {
          const error = await failureOf(ask());
          assert.deepEqual([isNotFound(error), isDoubtfulNotFound(error)], [false, true], error.message);
          assert.match(
            error.message,
            /but explains its own errors with problem\+json: something in front of it/,
          );
        }
        answer = own;
        assert.ok(isNotFound(await failureOf(client.versions(NAME))));
      }
    }
  });

  it('that does not count never leads to the next registry', async () => {
    let answer = own;
    await using first = await serve((_request, response) => answer(response));
    await using second = await serve((_request, response) => sendJson(response, VERSION_LIST));
    const knownRegistries = new Set<string>();
    const listed = () => {
      const registries = [first, second].map((server) => clientOf(server, { knownRegistries }).client);
      return new Resolver({ registries }).listVersions(NAME);
    };
    assert.equal((await listed()).registry.baseUrl, second.baseUrl);
    const before = second.requests.length;
    for (const send of [proxy, ...PAGES]) {
      answer = send;
      assert.ok(isDoubtfulNotFound(await failureOf(listed())));
    }
    assert.equal(second.requests.length, before);
  });

  it('is no explanation if another origin sent it, after a redirect', async () => {
    await using other = await serve((_request, response) => own(response));
    let isRedirecting = true;
    await using server = await serve((_request, response) => {
      if (isRedirecting) response.writeHead(302, { location: `${other.baseUrl}/x` }).end();
      else proxy(response);
    });
    const { client } = clientOf(server);
    const error = await failureOf(client.versions(NAME));
    assert.deepEqual([isNotFound(error), isUnavailable(error)], [false, false]);
    isRedirecting = false;
    assert.ok(isNotFound(await failureOf(client.versions(NAME))));
  });
});
