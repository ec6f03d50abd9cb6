// The error for wrong query parameters.
import { type FieldProblem, RegistryError } from '@prime-registry/protocol';

/** Creates the error. */
export function invalidQuery(problems: readonly FieldProblem[]): RegistryError {
  const detail = problems.map(({ field, message }) => `${field}: ${message}.`).join(' ');
  return new RegistryError('invalid_query', { detail, errors: problems });
}
