// The form is correct for any content of the manifest and the tarball.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { COSTLY, fc } from '@prime-registry/testkit/properties';
import { layOutForm } from '../../src/publish/publish-form.ts';

/** Reads the form as the platform does. */
async function parts(
  manifest: string | Uint8Array,
  tarball: Uint8Array,
): Promise<[manifest: unknown, tarball: Buffer]> {
  const { head, tail, contentType, sizeBytes } = layOutForm(manifest, tarball.length);
  const body = Buffer.concat([head, tarball, tail]);
  assert.equal(body.length, sizeBytes);
  const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
  assert.deepEqual([...form.keys()], ['manifest', 'tarball']);
  const file = form.get('tarball');
  assert.ok(file instanceof File);
  assert.deepEqual([file.name, file.type], ['prime.tar.gz', 'application/gzip']);
  return [form.get('manifest'), Buffer.from(await file.arrayBuffer())];
}

describe('the form of a publish', () => {
  it('has the manifest as text and the tarball as a file, byte for byte', async () => {
    const texts = fc.string({ unit: 'grapheme', minLength: 1 });
    await fc.assert(
      fc.asyncProperty(texts, fc.uint8Array(), async (manifest, tarball) => {
        assert.deepEqual(await parts(manifest, tarball), [manifest, Buffer.from(tarball)]);
      }),
      COSTLY,
    );
  });

  it('accepts the manifest as bytes, too', async () => {
    const [manifest] = await parts(Buffer.from('name: "größe"'), Buffer.of(0, 13, 10));
    assert.equal(manifest, 'name: "größe"');
  });

  it('has a new boundary each time', () => {
    assert.notEqual(layOutForm('a', 1).contentType, layOutForm('a', 1).contentType);
  });
});
