// GET /pack/:scope/:version/tarball (contract section 4.4). A version never changes: its tarball may be
// cached for ever, revalidated by tag, and read in ranges.
import { type PrimeName, RegistryError, ROUTES, tarballEtag } from '@prime-registry/protocol';
import type { VersionRecord } from '@prime-registry/store';
import { downloadKey } from '../../actions/download-counter.ts';
import { versionNotFound } from '../../actions/not-found.ts';
import { holdMemory } from '../../http/admission/answer-memory.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { resolveRange } from '../../http/responses/byte-range.ts';
import { isNoneMatchFalse, isRangeCurrent } from '../../http/responses/entity-tag.ts';
import { sendBlob } from '../../http/responses/send-blob.ts';
import {
  bytesAnswer,
  problems,
  REMOVED,
  UNCHANGED,
  VersionParamsSchema,
  WRONG_UPSTREAM,
} from '../responses.ts';
import type { Route } from '../route.ts';
import { countMirrorRead } from './count-mirror-read.ts';
import { openTarball } from './open-tarball.ts';

/** The memory of a download: a chunk that is sent, and the next one. */
const STREAM_BYTES = 128 * 1024;

export const tarball: Route<'store' | 'blobs' | 'mirror' | 'metrics' | 'isPrivate' | 'reading'> = {
  path: ROUTES.tarball,
  schema: {
    operationId: 'downloadTarball',
    summary: 'Download the tarball of a version',
    description: 'The exact bytes that were published, also of a yanked version. Single ranges are served.',
    tags: ['contract'],
    params: VersionParamsSchema,
    headers: {
      type: 'object',
      properties: {
        'if-none-match': {
          type: 'string',
          description: "The ETag of the client's copy: 304 if it is current.",
        },
        range: { type: 'string', description: 'One range of bytes.', examples: ['bytes=0-1023'] },
      },
    },
    response: {
      200: bytesAnswer('The whole tarball.', 'application/gzip'),
      206: bytesAnswer('The requested range.', 'application/gzip'),
      ...UNCHANGED,
      ...problems(
        [404, 'The Prime or the version is not in this registry, nor in an upstream.'],
        ...REMOVED,
        WRONG_UPSTREAM,
        [503, 'An upstream may have it, but cannot be asked; or too many answers wait to be read.'],
        [416, 'The range is behind the end.'],
      ),
    },
  },
  async handle(deps, request, reply) {
    const { store, mirror, metrics, isPrivate, reading } = deps;
    const { name, version } = readVersion(request);
    const here = await store.findVersion(name.full, version);
    const pull = here === undefined ? await mirror.pull(name, version) : undefined;
    const record = here ?? pull?.record;
    if (record === undefined) {
      const freshForMs = mirror.freshForMs(name, undefined);
      if (freshForMs !== undefined) reading.responseCache.limit(request, freshForMs);
      throw await versionNotFound(store, name, version);
    }
    if (record.origin !== undefined) countMirrorRead(reading, request, record.origin, pull ? 'miss' : 'hit');
    const { sizeBytes } = record;
    const headers = headersOf(record, name, isPrivate);
    if (isNoneMatchFalse(request.headers['if-none-match'], headers.ETag))
      return reply.code(304).headers(headers).send();
    // Ranges are defined for GET only (RFC 9110, section 14.2).
    if (request.method === 'HEAD') return reply.headers({ ...headers, ...bodyHeaders(sizeBytes) }).send();
    const { 'if-range': ifRange, range: asked } = request.headers;
    // A tarball that is being pulled is sent whole; every client that asks for a range must expect that (RFC
    // 9110, section 14.2).
    const isPartial = pull === undefined && isRangeCurrent(ifRange, headers.ETag);
    const range = resolveRange(isPartial ? asked : undefined, sizeBytes);
    if (range === 'unsatisfiable') throw unsatisfiable(sizeBytes);

    const isWhole = range === 'whole';
    const sentBytes = isWhole ? sizeBytes : range.end - range.start + 1;
    holdMemory(reading.memory, request, reply, STREAM_BYTES);
    // Before the headers: a failure has other headers.
    await pull?.begun();
    const content = (await pull?.read()) ?? (await openTarball(deps, { name, version, record, range }));
    metrics.downloads.inc();
    metrics.downloadedBytes.inc(sentBytes);
    const key = downloadKey(name.full, version.identity);
    // A resumed download was counted at its beginning.
    if (isWhole || range.start === 0) reading.downloads.count(key);
    if (!isWhole) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${sizeBytes}`);
    reply.headers({ ...headers, ...bodyHeaders(sentBytes) });
    if (!(content instanceof Uint8Array))
      return sendBlob(request, reply, { content, sizeBytes: sentBytes, turns: reading.turns });
    if (here !== undefined && record.origin === undefined) reading.responseCache.lease(request);
    reading.responseCache.keep(request, reply, content, key);
    return reply.send(content);
  },
};

function headersOf({ sha256, version }: VersionRecord, { scope, shortName }: PrimeName, isPrivate: boolean) {
  return {
    ETag: tarballEtag(sha256),
    'Cache-Control': `${isPrivate ? 'private' : 'public'}, max-age=31536000, immutable`,
    // RFC 9530, section 3: the digest of the whole tarball, even if a part is sent.
    'Repr-Digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    'Content-Disposition': `attachment; filename="${scope.slice(1)}-${shortName}-${version}.tar.gz"`,
    'Accept-Ranges': 'bytes',
  };
}

function bodyHeaders(sizeBytes: number) {
  return { 'Content-Type': 'application/gzip', 'Content-Length': sizeBytes };
}

function unsatisfiable(sizeBytes: number): RegistryError {
  return new RegistryError('range_not_satisfiable', {
    detail: `The tarball has ${sizeBytes} bytes.`,
    headers: { 'Content-Range': `bytes */${sizeBytes}` },
  });
}
