// POST /publish (contract section 4.1), and the check before it, which takes the same form.
import {
  getValue,
  type PromotedFrom,
  type PublishReceipt,
  parseChannel,
  ROUTES,
} from '@prime-registry/protocol';
import type { Connection } from '../http/connection.ts';
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
  /**
   * Whether a registry that would only report a version step that is too small refuses it. Not part of the
   * contract.
   */
  readonly enforcesVersionRule?: boolean;
  /** Signatures of the version (OpenSSH PROTOCOL.sshsig), armored, up to 4. Not part of the contract. */
  readonly signatures?: readonly string[];
}

/** Options of a publish. */
export interface PublishOptions extends RequestOptions {
  /**
   * Called with the number of bytes of the tarball that were sent so far; starts again from 0 with each
   * attempt.
   */
  readonly onProgress?: (sentBytes: number) => void;
}

/** Where to send the form, and the answer to expect. */
interface Destination {
  readonly path: string;
  readonly status: number;
  /** Whether a registry may lack it. */
  readonly isOptional: boolean;
  readonly what: string;
}

/** Publishes a version. */
export const PUBLISH: Destination = {
  path: ROUTES.publish,
  status: 201,
  isOptional: false,
  what: 'receipt of a publish',
};

/** Checks whether a version could be published. */
export const CHECK: Destination = {
  path: ROUTES.publishCheck,
  status: 200,
  isOptional: true,
  what: 'receipt of a check',
};

/**
 * Sends the form of a publish.
 *
 * A registry may refuse before it has read the whole form, and close the connection. If the client writes
 * before it reads the refusal, it only sees a broken connection. So an interrupted form is sent once more,
 * slowly enough to read the refusal. This is safe although it is a write: the registry never had the whole
 * form.
 */
export async function sendPrime(
  connection: Connection,
  { path, status, isOptional, what }: Destination,
  { manifest, tarball, ...additions }: PrimeToPublish,
  { signal, onProgress = () => undefined }: PublishOptions,
): Promise<PublishReceipt> {
  const form = layOutForm(manifest, tarball.sizeBytes, listFields(additions));
  const headers = {
    accept: 'application/json, application/problem+json',
    'content-type': form.contentType,
    'content-length': String(form.sizeBytes),
  };
  const wanted = { what, read: readPublishReceipt };
  const send = (body: Upload): Promise<PublishReceipt> =>
    connection.requestJson({ method: 'POST', path, headers, body, signal, isOptional }, wanted, status);

  const { pace } = connection;
  const upload = new Upload(form, tarball, { pace, onProgress, isCautious: false });
  try {
    return await send(upload);
  } catch (error) {
    const isUnreachable = error instanceof RegistryRequestError && error.reason === 'unreachable';
    if (!isUnreachable || !upload.isBrokenOff) throw error;
    return send(new Upload(form, tarball, { pace, onProgress, isCautious: true }));
  }
}

/** What is sent beyond the contract, in the order of the form. */
function listFields({
  channel,
  promotedFrom,
  enforcesVersionRule,
  signatures = [],
}: Omit<PrimeToPublish, 'manifest' | 'tarball'>): [name: string, text: string][] {
  return [
    ...(channel === undefined ? [] : [field('channel', getValue(parseChannel(channel)))]),
    ...(promotedFrom === undefined ? [] : [field('promoted-from', JSON.stringify(promotedFrom))]),
    ...(enforcesVersionRule === true ? [field('version-rule', 'enforce')] : []),
    ...signatures.map((signature) => field('signature', signature)),
  ];
}

function field(name: string, text: string): [name: string, text: string] {
  return [name, text];
}
