// POST /publish (contract section 4.1).
import {
  getValue,
  type PromotedFrom,
  type PublishReceipt,
  parseChannel,
  ROUTES,
} from '@prime-registry/protocol';
import type { Connection } from '../http/connection.ts';
import { readJson } from '../http/json.ts';
import type { Pace } from '../http/pace.ts';
import type { RequestOptions } from '../registry-reader.ts';
import { RegistryRequestError } from '../registry-request-error.ts';
import { readPublishReceipt } from '../shapes/publish-receipt.ts';
import { layOutForm } from './publish-form.ts';
import { type TarballSource, Upload } from './upload.ts';

/** A Prime to publish. */
export interface PrimeToPublish {
  /** The text of the pack.yaml. */
  readonly manifest: string | Uint8Array;
  readonly tarball: TarballSource;
  /** The channel that names the version from now on. Not part of the contract. */
  readonly channel?: string;
  /** Where it was first published, for a promotion. Not part of the contract. */
  readonly promotedFrom?: PromotedFrom;
}

/** Options of a publish. */
export interface PublishOptions extends RequestOptions {
  /**
   * Called with the number of bytes of the tarball that were sent so far; starts again from 0 with each
   * attempt.
   */
  readonly onProgress?: (sentBytes: number) => void;
}

const WANTED = { what: 'receipt of a publish', read: readPublishReceipt };

/**
 * Publishes a version.
 *
 * A registry may refuse before it has read the whole form, and close the connection. If the client writes
 * before it reads the refusal, it only sees a broken connection. So an interrupted form is sent once more,
 * slowly enough to read the refusal. This is safe although it is a write: the registry never had the whole
 * form.
 */
export async function publishPrime(
  connection: Connection,
  pace: Pace,
  { manifest, tarball, channel, promotedFrom }: PrimeToPublish,
  { signal, onProgress = () => undefined }: PublishOptions,
): Promise<PublishReceipt> {
  const form = layOutForm(manifest, tarball.sizeBytes, {
    ...(channel !== undefined && { channel: getValue(parseChannel(channel)) }),
    ...(promotedFrom !== undefined && { 'promoted-from': JSON.stringify(promotedFrom) }),
  });
  const headers = {
    accept: 'application/json, application/problem+json',
    'content-type': form.contentType,
    'content-length': String(form.sizeBytes),
  };
  const send = (upload: Upload): Promise<PublishReceipt> =>
    connection.request(
      { method: 'POST', path: ROUTES.publish, headers, body: upload, signal },
      async (answer) => {
        answer.requireStatus(201);
        return (await readJson(answer, WANTED, connection.settings)).value;
      },
    );

  const upload = new Upload(form, tarball, { pace, onProgress, isCautious: false });
  try {
    return await send(upload);
  } catch (error) {
    const isUnreachable = error instanceof RegistryRequestError && error.reason === 'unreachable';
    if (!isUnreachable || !upload.isBrokenOff) throw error;
    return send(new Upload(form, tarball, { pace, onProgress, isCautious: true }));
  }
}
