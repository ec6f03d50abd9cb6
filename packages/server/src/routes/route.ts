// What an endpoint is: everything about it in one value, so that the table in index.ts is only a table.

import type { BlobStore } from '@prime-registry/blobs';
import type { Permission } from '@prime-registry/protocol';
import type { RegistryStore } from '@prime-registry/store';
import type { PageCache } from '@prime-registry/web';
import type { FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import type { PublishDeps } from '../actions/publish-version/publish-version.ts';
import type { YankDeps } from '../actions/yank-version.ts';
import type { Weight } from '../http/admission/admission.ts';
import type { UploadSlots } from '../http/admission/upload-slots.ts';
import type { RateClass } from '../http/rate-limits/rate-limits.ts';
import type { ReadWholeBlob } from '../http/whole-blobs.ts';
import type { RegistryMetrics } from '../metrics/registry-metrics.ts';
import type { Mirror } from '../mirror/mirror.ts';

/** What handlers work with. */
export interface RouteDeps extends PublishDeps, YankDeps {
  readonly store: RegistryStore;
  readonly blobs: BlobStore;
  readonly readWholeBlob: ReadWholeBlob;
  readonly metrics: RegistryMetrics;
  readonly isPrivate: boolean;
  readonly pageCache: PageCache;
  readonly uploads: UploadSlots;
  /** The document that describes the routes (OpenAPI 3.1). */
  readonly describeApi: () => object;
  /** Whether the server is on its way out. */
  readonly isClosing: () => boolean;
  /** Keeps a whole answer that is about to be sent, to be given again while nothing is committed. */
  readonly keepAnswer: (
    request: FastifyRequest,
    reply: FastifyReply,
    body: Uint8Array,
    downloadKey: string,
  ) => void;
  /** What is asked for what is not here. */
  readonly mirror: Mirror;
  /** Lets the answer that is about to be sent be given again for so many milliseconds at most. */
  readonly limitAnswer: (request: FastifyRequest, forMs: number) => void;
  /** Counts a read of what came from another registry, or comes: a hit was answered without asking it. */
  readonly countMirrorRead: (request: FastifyRequest, origin: string, outcome: 'hit' | 'miss') => void;
  /** Counts a download of the version with this key. */
  readonly countDownload: (key: string) => void;
}

/** Who is let in: anybody; whoever may read (everybody, unless the registry is private); or holders of a token. */
export type Access = 'anybody' | 'readers' | 'token';

/** One endpoint. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** Which limit it counts for; `read` unless told otherwise. */
  readonly rate?: RateClass | 'unlimited';
  /** Whether it is answered while there is too much to do; `usual` unless told otherwise. */
  readonly weight?: Weight;
  /** Whether it is for people: then errors are pages as well, for whoever wants HTML. */
  readonly isPage?: boolean;
  readonly schema: FastifySchema & RouteDocumentation;
  handle(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/** What the API document says of an endpoint. */
export interface RouteDocumentation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly consumes?: readonly string[];
  readonly security?: readonly Record<string, readonly Permission[]>[];
}
