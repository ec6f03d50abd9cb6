// Copies of a log in folders, as monitors have them (C2SP tlog-tiles).
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Actor } from '@prime-registry/testkit';
import { formatTilePath, TILE_WIDTH, tileWidth } from '@prime-registry/tlog';

/** Copies the newest head of a registry, and the entries up to it. @returns the size */
export async function copyLog(reader: Actor, folder: string): Promise<number> {
  const checkpoint = await reader.get('/-/log/checkpoint');
  assert.equal(checkpoint.status, 200, checkpoint.text);
  const size = Number(checkpoint.text.split('\n')[1]);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'checkpoint'), checkpoint.text);
  for (let position = 0; position * TILE_WIDTH < size; position += 1) {
    const path = formatTilePath({
      level: 'entries',
      position,
      width: tileWidth('entries', position, size),
    });
    const response = await fetch(`${reader.baseUrl}/-/log/${path}`);
    assert.equal(response.status, 200, path);
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
  }
  return size;
}
