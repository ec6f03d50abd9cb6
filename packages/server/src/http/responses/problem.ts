// Turns an error into the problem document that its client gets (RFC 9457).
import { ERROR_CODES, type Problem, type RegistryError, ROUTES } from '@prime-registry/protocol';

/** Creates the body of an error response. */
export function toProblem(
  { code, status, message, errors, extensions }: RegistryError,
  requestId: string,
): Problem {
  return {
    ...extensions,
    type: `${ROUTES.apiReference}#error-${code}`,
    title: ERROR_CODES[code].title,
    status,
    detail: message,
    code,
    ...(errors && { errors: [...errors] }),
    request_id: requestId,
  };
}
