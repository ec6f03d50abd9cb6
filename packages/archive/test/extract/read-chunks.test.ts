// Reading a stream of the caller: it is always closed, and it never delays an abort.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { closeChunks, readChunks } from '../../src/extract/read-chunks.ts';

const ONE = Uint8Array.of(1);
const TWO = Uint8Array.of(2);

let closed = 0;
let controller = new AbortController();
beforeEach(() => {
  closed = 0;
  controller = new AbortController();
});
afterEach(() => controller.abort());

async function* source(): AsyncGenerator<Uint8Array> {
  try {
    yield ONE;
    yield TWO;
  } finally {
    await setImmediate();
    closed += 1;
  }
}

describe('readChunks', () => {
  const sources: Record<string, () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>> = {
    'an array': () => [ONE, TWO],
    'a generator': () => [ONE, TWO].values(),
    'an async generator': source,
    'a stream': () => Readable.from([ONE, TWO]),
    'a web stream': () => ReadableStream.from([ONE, TWO]),
  };
  for (const [name, make] of Object.entries(sources)) {
    it(`yields all chunks of ${name}`, async () => {
      assert.deepEqual(await Array.fromAsync(readChunks(make(), controller.signal)), [ONE, TWO]);
      assert.deepEqual(await Array.fromAsync(readChunks(make())), [ONE, TWO]);
    });
  }

  it('closes the source before its reader continues', async () => {
    for await (const _chunk of readChunks(source())) break;
    assert.equal(closed, 1);
  });

  it('closes a web stream that is not read to its end', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: (pullController) => pullController.enqueue(ONE),
      cancel: () => {
        closed += 1;
      },
    });
    for await (const _chunk of readChunks(stream)) break;
    assert.equal(closed, 1);
  });

  it('ignores a failure to close', async () => {
    const iterator: AsyncIterableIterator<Uint8Array> = {
      next: async () => ({ done: false, value: ONE }),
      return: () => Promise.reject(new Error('cannot close')),
      [Symbol.asyncIterator]: () => iterator,
    };
    for await (const chunk of readChunks(iterator)) {
      assert.equal(chunk, ONE);
      break;
    }
  });

  it('reads nothing more after an abort', async () => {
    const chunks = readChunks(source(), controller.signal);
    await chunks.next();
    controller.abort(new Error('stop'));
    await assert.rejects(chunks.next(), /stop/);
    assert.equal(closed, 1);
  });

  it('reads nothing more of an array after an abort', async () => {
    const chunks = readChunks([ONE, TWO], controller.signal);
    await chunks.next();
    controller.abort(new Error('stop'));
    await assert.rejects(chunks.next(), /stop/);
  });

  it('listens for an abort only while it waits', async () => {
    const { signal } = controller;
    const listen = mock.method(signal, 'addEventListener');
    await Array.fromAsync(readChunks([ONE, TWO], signal));
    assert.equal(listen.mock.callCount(), 0);
    await Array.fromAsync(readChunks(source(), signal));
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    assert.ok(listen.mock.callCount() > 0);
  });

  it('does not wait for a chunk that never comes', { timeout: 10_000 }, async () => {
    const never: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => {
          closed += 1;
          return new Promise(() => {});
        },
      }),
    };
    const next = readChunks(never, controller.signal).next();
    controller.abort(new Error('stop'));
    await assert.rejects(next, /stop/);
    assert.equal(closed, 1);
  });
});

describe('closeChunks', () => {
  it('closes a stream that was not read', async () => {
    const stream = Readable.from([ONE]);
    await closeChunks(stream);
    assert.ok(stream.destroyed);
  });

  it('closes a web stream that was not read', async () => {
    const stream = new ReadableStream<Uint8Array>({
      cancel: () => {
        closed += 1;
      },
    });
    await closeChunks(stream);
    assert.equal(closed, 1);
  });

  it('does nothing for an array', async () => {
    await closeChunks([ONE]);
  });
});
