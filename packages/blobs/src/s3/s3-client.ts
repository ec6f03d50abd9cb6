// The client of the SDK, with timeouts and retries.
import { S3Client } from '@aws-sdk/client-s3';
import type { S3Location } from '../blob-location.ts';
import type { S3Times } from './s3-times.ts';

// Including the first. Between attempts, the SDK waits at random up to 0.1 s, 0.2 s and so on.
const ATTEMPTS = 3;
// Idle connections that are kept. Their number in use is bounded elsewhere: by uploads, and by read slots.
const MAX_IDLE_CONNECTIONS = 64;

/** Creates it. Without a region, that of the environment. */
export function createS3Client({ region, endpoint, isPathStyle }: S3Location, times: S3Times): S3Client {
  const agent = {
    keepAlive: true,
    maxSockets: Number.POSITIVE_INFINITY,
    maxFreeSockets: MAX_IDLE_CONNECTIONS,
  };
  const { AWS_REGION, AWS_DEFAULT_REGION } = process.env;
  // Stores other than Amazon's accept any region, and need one for the signature.
  const fallback = endpoint === undefined ? undefined : (AWS_REGION ?? AWS_DEFAULT_REGION ?? 'us-east-1');
  const chosen = region ?? fallback;
  return new S3Client({
    ...(chosen !== undefined && { region: chosen }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: isPathStyle,
    // Every body has its SHA-256 in the signature, or TLS protects it; other stores support no other
    // checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: times.connectMs,
      requestTimeout: times.answerMs,
      throwOnRequestTimeout: true,
      // A download may wait for its client.
      socketTimeout: 0,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
