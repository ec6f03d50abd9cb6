// The program of the bare install: `node bare-install-client.ts <url> <folder> <name…>`. It downloads tarballs whose addresses
// it knows, unpacks them and writes their files, and nothing else: it resolves nothing and verifies nothing.
import { mkdir, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

const AT_A_TIME = 16;
const BLOCK_BYTES = 512;

const [baseUrl = '', folder = '', ...names] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
const rest = names.values();
await Promise.all(Array.from({ length: AT_A_TIME }, installRest));
agent.destroy();

async function installRest(): Promise<void> {
  for (const name of rest) {
    const packed = await download(`${baseUrl}/pack/${name}/1.0.0/tarball`);
    for (const [path, bytes] of readFiles(gunzipSync(packed))) {
      const file = join(folder, name, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
  }
}

function download(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      if (response.statusCode === 200) buffer(response).then(resolve, reject);
      else reject(new Error(`${url} was answered with ${response.statusCode}`));
    }).on('error', reject);
  });
}

/** The files of a tar archive without long names. */
function* readFiles(archive: Buffer): Generator<readonly [path: string, bytes: Buffer]> {
  for (let at = 0; archive[at] !== 0 && at < archive.length; ) {
    const path = archive.toString('latin1', at, archive.indexOf(0, at));
    const sizeBytes = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8);
    const start = at + BLOCK_BYTES;
    yield [path, archive.subarray(start, start + sizeBytes)];
    at = start + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
  }
}
