// What routes say about the reuse of their answers: the part of the response cache that they know.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HitTally } from './response-cache.ts';

/** Sends answers again to others who ask for the same, until the next commit or longer. */
export interface ResponseReuse {
  /**
   * Keeps a whole answer that is about to be sent.
   * @param downloadKey - the key of {@link DownloadCounter} for a tarball, whose reuse is a download
   */
  keep(request: FastifyRequest, reply: FastifyReply, body: string | Uint8Array, downloadKey?: string): void;
  /** Reuses the answer to this request across commits: no commit changes it. */
  outlast(request: FastifyRequest): void;
  /** Lets read leases hold for the answer to this request: every change of it waits for them. */
  lease(request: FastifyRequest): void;
  /** Limits the reuse of the answer to this request to `forMs` milliseconds. */
  limit(request: FastifyRequest, forMs: number): void;
  /** Counts every reuse of the answer to this request. */
  countReuses(request: FastifyRequest, tally: HitTally): void;
}
