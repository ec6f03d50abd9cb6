// Reading a tarball to its end or aborting: the inspector is released, and the sink is not called again.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inspectChunks } from '../../src/extract/inspect-chunks.ts';
import { TarballInspector, type TarballSink } from '../../src/index.ts';
import { buildTarballOf } from '../build-tar.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';

const LARGE = buildTarballOf({ a: randomBytes(2_000_000), b: randomBytes(2_000_000) });
const SMALL = buildTarballOf({ a: 'x', b: 'y' });

/** A sink that runs a function on each call, with its number. */
function sinkOf(onCall: (callNumber: number) => void): TarballSink {
  let calls = 0;
  const call = () => {
    calls += 1;
    onCall(calls);
  };
  return { onFolder: call, onFile: call, onContent: call, onFileEnd: call };
}

describe('inspectChunks', () => {
  it('returns the result of the inspector', async () => {
    const inspection = await inspectChunks([SMALL], new TarballInspector(WIDE_LIMITS));
    assert.equal(inspection.ok && inspection.report.entryCount, 2);
  });

  for (const [name, tarball] of Object.entries({ 'one large chunk': LARGE, 'the end': SMALL })) {
    it(`ends in the middle of ${name} when it is aborted`, async () => {
      const controller = new AbortController();
      const reason = new Error('enough');
      let lastCall = 0;
      const sink = sinkOf((callNumber) => {
        lastCall = callNumber;
        if (callNumber === 2) controller.abort(reason);
      });
      const inspector = new TarballInspector(WIDE_LIMITS, sink);
      await assert.rejects(inspectChunks([tarball], inspector, controller.signal), reason);
      const callsThen = lastCall;
      await setImmediate();
      assert.equal(lastCall, callsThen, 'the sink was called afterwards');
      assert.ok(lastCall < 10, `the sink was called ${lastCall} times`);
    });
  }

  it('releases the inspector when the source fails', async () => {
    const inspector = new TarballInspector(WIDE_LIMITS);
    const source = (async function* () {
      yield LARGE.subarray(0, 100_000);
      throw new Error('no more');
    })();
    await assert.rejects(inspectChunks(source, inspector), /no more/);
    await assertDiscarded(inspector);
  });

  it('releases the inspector when it is aborted before the start', async () => {
    const inspector = new TarballInspector(WIDE_LIMITS);
    await assert.rejects(inspectChunks([LARGE], inspector, AbortSignal.abort(new Error('no'))), /no/);
    await assertDiscarded(inspector);
  });

  it('releases the signal', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (type: string, listener: EventListener) => {
      listeners += 1;
      add(type, listener);
    };
    signal.removeEventListener = (type: string, listener: EventListener) => {
      listeners -= 1;
      remove(type, listener);
    };
    await inspectChunks([SMALL], new TarballInspector(WIDE_LIMITS), signal);
    assert.equal(listeners, 0);
  });
});

/** A discarded inspector has freed zlib, and says so. */
async function assertDiscarded(inspector: TarballInspector): Promise<void> {
  const inspection = await inspector.finish();
  assert.match(inspection.ok ? '' : inspection.problem.message, /aborted before its end/);
}
