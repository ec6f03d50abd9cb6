// Reads the form of a publish: the small manifest into memory, the tarball straight into the blob store, in
// either order. Nothing is judged before the form has ended, so that the answer does not depend on the order.
import { type FieldProblem, MAX_FORM_SIGNATURES, MAX_MANIFEST_BYTES } from '@prime-registry/protocol';
import { MAX_ARMOR_LENGTH } from '@prime-registry/sshsig';
import type { ReceivedTarball, TarballReceiver } from '../tarballs/receive-tarball.ts';
import { OPTION_PARTS, type PublishOptions, readPublishOptions } from './publish-options.ts';

/** One part of a multipart/form-data body. The body must be read to its end or not at all. */
export interface FormPart {
  readonly name: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface PublishForm {
  /** Undefined if it is missing or empty. */
  readonly manifest: Uint8Array | undefined;
  readonly tarball: ReceivedTarball | undefined;
  readonly options: PublishOptions;
  /** The text of each signature. */
  readonly signatures: readonly Uint8Array[];
  /** Parts that are missing, repeated or empty, and malformed options. */
  readonly problems: readonly FieldProblem[];
}

/** Reads the form to its end. Parts with unknown names are ignored. */
export async function readPublishForm(
  parts: AsyncIterable<FormPart>,
  receiveTarball: TarballReceiver,
): Promise<PublishForm> {
  const repeated = new Set<string>();
  let manifest: Uint8Array | undefined;
  let tarball: ReceivedTarball | undefined;
  const optionParts = new Map<string, Uint8Array>();
  const signatures: Uint8Array[] = [];
  let signatureCount = 0;
  for await (const { name, body } of parts) {
    if (name === 'manifest') {
      if (manifest === undefined) manifest = await readUpTo(MAX_MANIFEST_BYTES, body);
      else repeated.add(name);
    } else if (name === 'tarball') {
      if (tarball === undefined) tarball = await receiveTarball(body);
      else repeated.add(name);
    } else if (name === 'signature') {
      signatureCount += 1;
      if (signatureCount <= MAX_FORM_SIGNATURES) signatures.push(await readUpTo(MAX_ARMOR_LENGTH, body));
    } else {
      const maxBytes = OPTION_PARTS.get(name);
      if (maxBytes === undefined) continue;
      if (optionParts.has(name)) repeated.add(name);
      else optionParts.set(name, await readUpTo(maxBytes, body));
    }
  }
  const { problems: optionProblems, ...options } = readPublishOptions(optionParts);
  const problems = [
    ...[...repeated].map((field) => ({
      field,
      message: 'is given more than once; send one part of this name',
    })),
    ...findAbsence('manifest', manifest?.length, 'the text of the pack.yaml'),
    ...findAbsence('tarball', tarball?.sizeBytes, 'the .tar.gz file'),
    ...optionProblems,
    ...findTooMany(signatureCount),
  ];
  return { manifest, tarball, options, signatures, problems };
}

/** Reads at most one byte more than the limit: enough to see that it is too large. */
async function readUpTo(maxBytes: number, body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    if (sizeBytes <= maxBytes) chunks.push(chunk);
    sizeBytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

function findTooMany(signatures: number): FieldProblem[] {
  if (signatures <= MAX_FORM_SIGNATURES) return [];
  const message = `is there ${signatures} times; send at most ${MAX_FORM_SIGNATURES}, and the others after the publish`;
  return [{ field: 'signature', message }];
}

function findAbsence(field: string, sizeBytes: number | undefined, content: string): FieldProblem[] {
  if (sizeBytes === undefined)
    return [{ field, message: `is missing; send ${content} in a part of this name` }];
  if (sizeBytes === 0) return [{ field, message: `is empty; send ${content}` }];
  return [];
}
