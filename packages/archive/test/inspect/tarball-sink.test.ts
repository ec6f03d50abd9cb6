// The calls of a sink during an inspection, and its errors.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { TarballInspector, type TarballSink } from '../../src/index.ts';
import { buildTarball, buildTarballOf, tarFile, tarFolder } from '../build-tar.ts';
import { WIDE_LIMITS } from '../inspect-bytes.ts';

/** Records the calls; contents are joined, because they come in any chunks. */
class Recorder implements TarballSink {
  readonly calls: string[] = [];
  #content: Buffer[] = [];

  onFolder(path: string): void {
    this.calls.push(`folder ${path}`);
  }

  onFile(path: string, sizeBytes: number): void {
    this.calls.push(`file ${path} of ${sizeBytes}`);
    this.#content = [];
  }

  onContent(bytes: Uint8Array): void {
    this.#content.push(Buffer.from(bytes));
  }

  onFileEnd(): void {
    const content = Buffer.concat(this.#content);
    this.calls.push(content.length > 10 ? `end after ${content.length} bytes` : `end after '${content}'`);
  }
}

async function record(tarball: Uint8Array, chunkBytes = tarball.length): Promise<string[]> {
  const recorder = new Recorder();
  const inspector = new TarballInspector(WIDE_LIMITS, recorder);
  for (let offset = 0; offset < tarball.length; offset += chunkBytes) {
    await inspector.write(tarball.subarray(offset, offset + chunkBytes));
  }
  await inspector.finish();
  return recorder.calls;
}

describe('a sink', () => {
  it('gets files and folders in order, with their relative paths', async () => {
    const tarball = buildTarball(
      tarFolder('./'),
      tarFolder('./a/'),
      tarFile('./a/b', 'content'),
      tarFile('empty', ''),
      tarFile('last', randomBytes(300_000)),
    );
    for (const chunkBytes of [tarball.length, 1000]) {
      assert.deepEqual(await record(tarball, chunkBytes), [
        'folder a',
        'file a/b of 7',
        "end after 'content'",
        'file empty of 0',
        "end after ''",
        'file last of 300000',
        'end after 300000 bytes',
      ]);
    }
  });

  it('does not get a refused entry, nor anything after it', async () => {
    const calls = await record(buildTarballOf({ a: 'x', '../b': 'y', c: 'z' }));
    assert.deepEqual(calls, ['file a of 1', "end after 'x'"]);
  });

  it('does not get a file over a limit', async () => {
    const recorder = new Recorder();
    const inspector = new TarballInspector({ ...WIDE_LIMITS, maxUnpackedBytes: 1 }, recorder);
    await inspector.write(buildTarballOf({ a: 'x', b: 'y' }));
    assert.equal((await inspector.finish()).ok, false);
    assert.deepEqual(recorder.calls, ['file a of 1', "end after 'x'"]);
  });

  it('does not get the end of a truncated file', async () => {
    const calls = await record(buildTarball(tarFile('a', 'x'.repeat(2000))).subarray(0, -20));
    assert.ok(!calls.some((call) => call.startsWith('end')));
  });

  it('ends the inspection with its error', async () => {
    const broken = new Error('the disk is full');
    const recorder = new Recorder();
    recorder.onFileEnd = () => {
      throw broken;
    };
    const inspector = new TarballInspector(WIDE_LIMITS, recorder);
    await inspector.write(buildTarballOf({ a: 'x', b: 'y' }));
    await assert.rejects(inspector.finish(), broken);
    await assert.rejects(inspector.write(Buffer.from('more')), broken);
    assert.deepEqual(recorder.calls, ['file a of 1']);
  });
});

it('hasProblem is true as soon as a problem is found', async () => {
  const inspector = new TarballInspector(WIDE_LIMITS);
  assert.equal(inspector.hasProblem, false);
  await inspector.write(Buffer.alloc(64 * 1024, 'not gzip'));
  assert.equal(inspector.hasProblem, true);
});
