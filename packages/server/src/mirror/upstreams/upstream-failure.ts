// Why an upstream cannot be asked. Readers get the kind of failure; addresses, proxies and the words of the upstream
// are for the operator.
import { isDoubtfulNotFound, isTooLong, isUntrusted, RegistryRequestError } from '@prime-registry/client';
import { HOST_FAILURES } from '../../outbound/host-failures.ts';

/** The reason for a 404 that is not believed. */
export const NOT_ITS_OWN = 'something in front of it may have sent its 404';

const REASONS: Readonly<Record<string, string>> = {
  PRIVATE_ADDRESS: 'it has a private address, and allow-private-addresses is not set for it',
  PROXY_REFUSED: 'the proxy of this registry does not pass requests on to it',
  PROXY_UNREACHABLE: 'the proxy of this registry is not reachable',
  ...HOST_FAILURES,
};

/** The reason for readers: a clause whose subject is the upstream. */
export function describeFailure(error: RegistryRequestError): string {
  const { reason, status, connectionCode = '' } = error;
  if (isDoubtfulNotFound(error)) return NOT_ITS_OWN;
  if (isTooLong(error)) return `its answer has more than ${error.limitBytes} bytes`;
  if (isUntrusted(error)) return 'its certificate is not trusted here';
  if (reason === 'status') return `it answered ${status}`;
  if (reason === 'aborted') return 'the request was aborted';
  if (reason === 'malformed') return 'its answer is malformed';
  if (reason === 'timeout') return 'it did not answer in time';
  if (connectionCode.startsWith('ERR_SSL_')) return 'it does not speak TLS as this registry does';
  return REASONS[connectionCode] ?? 'it did not answer';
}

/** The reason for the operator: a sentence, and what to do about it. @param error - one of an upstream's methods */
export function explainToOperator(error: Error): string {
  const { cause } = error;
  if (!(cause instanceof RegistryRequestError)) return error.message;
  if (!isUntrusted(cause)) return cause.message;
  return `${cause.message} If it has a certificate authority of its own, name the file in upstream-cafile.`;
}
