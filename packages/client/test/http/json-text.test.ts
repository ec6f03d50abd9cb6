// A list that the caller reads itself, and its chunks as they arrive.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readVersionList } from '../../src/index.ts';
import { serve } from '../hostile-server.ts';
import { clientOf, NAME } from '../test-client.ts';
import { VERSION_LIST } from '../wire-answers.ts';

const LIST = `${JSON.stringify(VERSION_LIST)}${' '.repeat(3000)}`;

/** Sends a text in chunks of one byte. */
const serveBytes = (text: string) =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    for (const byte of Buffer.from(text)) response.write(Buffer.of(byte));
    response.end();
  });

describe('the text of a list', () => {
  it('is what the registry sent, in whatever pieces, and reads as the list', async () => {
    const text = LIST.replace('{', '{"ü€😀":"ü€😀",');
    await using server = await serveBytes(text);
    const { client } = clientOf(server);
    assert.equal(await client.versionsText(NAME), text);
    assert.deepEqual(readVersionList(NAME, text), { list: await client.versions(NAME) });
  });

  it('that is no list of this Prime has a problem', () => {
    for (const [text, problem] of [
      ['{', 'it is not JSON'],
      ['[]', 'it must be an object, but is a list'],
      [LIST.replace(NAME, '@acme/other'), "it is about '@acme/other' instead of '@acme/web-style'"],
    ] as const)
      assert.deepEqual(readVersionList(NAME, text), { problem });
  });
});

describe('the chunks of an answer', () => {
  it('are reported before they are kept, and an error ends the exchange', async () => {
    await using server = await serveBytes(LIST);
    let bytes = 0;
    const count = clientOf(server, {
      onJsonChunk(sizeBytes) {
        bytes += sizeBytes;
      },
    });
    await count.client.versions(NAME);
    assert.equal(bytes, LIST.length);
    const full = new Error('there is no room');
    bytes = 0;
    const { client, pauses } = clientOf(server, {
      onJsonChunk(sizeBytes) {
        bytes += sizeBytes;
        if (bytes > 100) throw full;
      },
    });
    await assert.rejects(client.versions(NAME), full);
    assert.deepEqual(pauses, [], 'it is not tried again');
  });
});
