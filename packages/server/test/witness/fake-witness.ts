// A witness on loopback that does what C2SP tlog-witness says, and whatever else a test wants.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  cosign,
  createVerifierKey,
  formatCosignatures,
  formatSizeAnswer,
  formatVerifierKey,
  type NoteSigner,
  parseAddCheckpoint,
  parseCheckpoint,
  parseNote,
  SIGNATURE_TYPES,
  SIZE_TYPE,
  type TreeHead,
  verifyConsistency,
} from '@prime-registry/tlog';
import { openSeed, sha256 } from '../../src/signing/ed25519.ts';

/** A key for cosignatures. */
export function makeCosigner(name: string): NoteSigner & { readonly vkey: string } {
  const { publicKey, sign } = openSeed(randomBytes(32));
  const named = { name, publicKey: Uint8Array.from(publicKey), type: SIGNATURE_TYPES.ed25519Cosignature };
  return { key: createVerifierKey(sha256, named), sign, vkey: formatVerifierKey(sha256, named) };
}

/** What a witness answers instead of what it should. */
export type Answer = (body: string, response: ServerResponse) => unknown;

export class FakeWitness {
  readonly cosigner;
  url = '';
  /** Bodies of all requests. */
  readonly requests: string[] = [];
  /** The last head that it has cosigned. */
  head: TreeHead = { size: 0, root: new Uint8Array(32) };
  /** In place of what the specification says. */
  answer: Answer | undefined;
  /** What it shows as the last head that it has cosigned. */
  shown: string | undefined;

  constructor(name: string) {
    this.cosigner = makeCosigner(name);
  }

  /** The setting of a registry that it witnesses. */
  get settings() {
    return { url: this.url, vkey: this.cosigner.vkey, allowsPrivateAddresses: true };
  }

  /** Answers as the specification says; the log's signature is not looked at. */
  handle(body: string, response: ServerResponse): void {
    const { oldSize, proof, checkpoint } = parseAddCheckpoint(body);
    const { text } = parseNote(checkpoint);
    const { size, root } = parseCheckpoint(text);
    if (oldSize !== this.head.size) {
      response.writeHead(409, { 'content-type': SIZE_TYPE }).end(formatSizeAnswer(this.head.size));
      return;
    }
    const from = oldSize === 0 ? { size: 0, root: sha256() } : this.head;
    if (!verifyConsistency(sha256, { from, to: { size, root }, proof })) {
      response.writeHead(422).end();
      return;
    }
    this.head = { size, root };
    this.shown = checkpoint;
    response.end(formatCosignatures([cosign(this.cosigner, text, Math.floor(Date.now() / 1000))]));
  }
}

/** Starts a witness that ends with the test. */
export async function startWitness(t: TestContext, name: string): Promise<FakeWitness> {
  const witness = new FakeWitness(name);
  const server = createServer((request, response) => void receive(witness, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  witness.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/w`;
  return witness;
}

async function receive(
  witness: FakeWitness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  if (request.method === 'GET') {
    const origin = witness.shown?.split('\n', 1)[0] ?? '';
    const path = `/w/${createHash('sha256').update(origin).digest('hex')}/checkpoint`;
    if (witness.shown === undefined || request.url !== path) response.writeHead(404).end();
    else response.end(witness.shown);
    return;
  }
  witness.requests.push(body);
  if (request.url !== '/w/add-checkpoint') response.writeHead(404).end();
  else if (witness.answer === undefined) witness.handle(body, response);
  else witness.answer(body, response);
}
