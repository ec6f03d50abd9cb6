// The program of the bare server: `node bare-server.ts <recordings> <port>`. It does as little as possible.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { bodiesFolder, readRecordings } from '../compare/recordings.ts';

const [recordings = '', port = ''] = process.argv.slice(2);
const answers = new Map<string, (response: ServerResponse) => void>();

for (const { name, status, headers, isStreamed } of await readRecordings(recordings)) {
  const file = join(bodiesFolder(recordings), name);
  const flat = [...headers];
  if (isStreamed) {
    answers.set(`/${name}`, (response) => {
      const stream = createReadStream(file);
      stream.pipe(response.writeHead(status, flat));
      // Closes the file if the client disconnects.
      response.on('close', () => stream.destroy());
    });
  } else {
    const body = await readBody(file, status);
    answers.set(`/${name}`, (response) => {
      response.writeHead(status, flat).end(body);
    });
  }
}

const server = createServer(({ url = '' }, response) => {
  const answer = answers.get(url);
  if (answer === undefined) response.writeHead(404).end();
  else answer(response);
});
server.listen(Number(port), '127.0.0.1');

/** Text as a string, which is sent together with the headers and so faster. Other bytes stay bytes. */
async function readBody(file: string, status: number): Promise<string | Buffer | undefined> {
  if (status === 304) return undefined;
  const bytes = await readFile(file);
  const text = bytes.toString();
  return bytes.equals(Buffer.from(text)) ? text : bytes;
}
