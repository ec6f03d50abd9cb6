// Reads the archives of a folder with a tar library of npm, and prints one line of JSON for each. A warning is a
// failure: the library skips what it warns about.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const [name, folder] = process.argv.slice(2);
const library = await import(name);

const KINDS = { File: 'file', OldFile: 'file', file: 'file', Directory: 'folder', directory: 'folder' };

/** The `tar` of npm, version 6 or 7; it unpacks gzip itself. */
function readWithTar(path) {
  return new Promise((resolve, reject) => {
    const entries = [];
    const parser = new (library.Parser ?? library.default.Parse)();
    parser.on('warn', (code, message) => reject(new Error(`${code}: ${message}`)));
    parser.on('error', reject);
    parser.on('entry', (entry) => collect(entries, entry, entry.path, entry.type, entry.size));
    parser.on('end', () => resolve(entries));
    parser.end(readFileSync(path));
  });
}

/** `tar-stream`. */
function readWithTarStream(path) {
  return new Promise((resolve, reject) => {
    const entries = [];
    const bytes = readFileSync(path);
    const parser = library.default.extract();
    parser.on('entry', ({ name: entryPath, type, size }, stream, next) => {
      stream.on('end', next);
      collect(entries, stream, entryPath, type, size);
    });
    parser.on('error', reject);
    parser.on('finish', () => resolve(entries));
    parser.end(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  });
}

function collect(entries, stream, path, type, sizeBytes) {
  const hash = createHash('sha256');
  const entry = { path: String(path), kind: KINDS[type] ?? String(type), sizeBytes };
  entries.push(entry);
  stream.on('data', (chunk) => hash.update(chunk));
  stream.on('end', () => {
    entry.sha256 = hash.digest('hex');
  });
  stream.resume();
}

const read = name === 'tar-stream' ? readWithTarStream : readWithTar;
for (const file of readFileSync(`${folder}/names`, 'utf8').split('\n').filter(Boolean)) {
  let answer;
  try {
    answer = { entries: await read(`${folder}/${file}`) };
  } catch (error) {
    answer = { failure: String(error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
