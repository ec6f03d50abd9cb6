// Receives the form of POST /publish and of its check, within limits.
import { type PublishReceipt, RegistryError, tarballPath } from '@prime-registry/protocol';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  PublishDeps,
  PublishedVersion,
  PublishRequest,
} from '../../actions/publish-version/publish-version.ts';
import { UploadMemory } from '../../http/admission/upload-memory.ts';
import { confirmToken, requesterOf } from '../../http/requests/authentication.ts';
import { clientKey } from '../../http/requests/client-key.ts';
import { readBoundary, readForm } from '../../http/requests/multipart/read-form.ts';
import { readBody } from '../../http/requests/request-body.ts';
import type { RegistryMetrics } from '../../metrics/registry-metrics.ts';
import { BAD_TOKEN, problems } from '../responses.ts';
import type { Needs } from '../route-deps.ts';
import { describeAdditions } from './describe-receipt.ts';

// Besides the tarball, a form has a manifest and headers. Past the size limit of the tarball, as much again
// is drained to find the manifest, whose errors come first.
const FORM_OVERHEAD_BYTES = 2 * 2 ** 20;

/** The form, for the API document. */
export const PublishFormSchema = {
  type: 'object',
  required: ['manifest', 'tarball'],
  properties: {
    manifest: { type: 'string', description: 'The text of the pack.yaml.' },
    tarball: { type: 'string', format: 'binary', description: 'The .tar.gz file.' },
    channel: { type: 'string', description: 'A channel that names the version from now on.' },
    'promoted-from': {
      type: 'string',
      description: 'JSON: where the version was published first, {"registry": …, "published_at": …}.',
    },
    signature: {
      type: 'array',
      maxItems: 4,
      items: { type: 'string' },
      description: 'Signatures (SSHSIG) of the version, armored; each in a part of this name.',
    },
    'version-rule': {
      type: 'string',
      enum: ['enforce'],
      description: 'Refuses a version step that is too small, also where the registry only reports it.',
    },
  },
} as const;

/** The refusals, for the API document. */
export const PUBLISH_PROBLEMS = problems(
  [
    400,
    'The form, the manifest, the tarball or a signature is wrong, or contains a secret, or the version understates its changes; errors names each field.',
  ],
  BAD_TOKEN,
  [
    403,
    'The token may not publish, or not to this scope, or the scope is full, or requires a signature of one of its keys.',
  ],
  [409, 'The version is already published.'],
  [413, 'The tarball is too large.'],
  [503, 'There are too many uploads, or the registry is overloaded.'],
);

/** What to do with the form. */
export interface FormUse {
  /** What the blob store keeps of an upload in memory, at most. */
  readonly uploadBufferBytes: number;
  readonly run: (deps: PublishDeps, request: PublishRequest) => Promise<PublishedVersion>;
  /** The outcome if nothing fails; otherwise the code of the error is counted. */
  readonly done: string;
  readonly outcomes: RegistryMetrics['publishes'];
}

/** Reads the form of a request in one of the slots for uploads, within the memory for uploads. */
export async function receivePublish(
  { publishing, reading }: Needs<'publishing' | 'reading'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { uploadBufferBytes, run, done, outcomes }: FormUse,
): Promise<PublishedVersion> {
  try {
    const boundary = readBoundary(request.headers['content-type']);
    const body = readBody(request, reply, 2 * publishing.limits.maxTarballBytes + FORM_OVERHEAD_BYTES);
    const published = await publishing.uploads.use(async () => {
      const memory = new UploadMemory(reading.memory, clientKey(request), uploadBufferBytes);
      try {
        const parts = readForm(body, boundary, (name) => memory.startPart(name));
        const actor = requesterOf(request);
        return await run(publishing, { actor, parts, confirmActor: () => confirmToken(request) });
      } finally {
        memory.release();
      }
    });
    outcomes.inc({ outcome: done });
    return published;
  } catch (error) {
    outcomes.inc({ outcome: error instanceof RegistryError ? error.code : 'internal_error' });
    throw error;
  }
}

/** The receipt of a published version; that of a check is the same. */
export function describeReceipt(published: PublishedVersion): PublishReceipt {
  const { name, version, sha256 } = published.version;
  const url = tarballPath(name.full, version.full);
  return { name: name.full, version: version.full, sha256, url, ...describeAdditions(published) };
}
