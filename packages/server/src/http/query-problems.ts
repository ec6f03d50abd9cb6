// What is answered to a query with parameters that are wrong.
import { type FieldProblem, RegistryError } from '@prime-registry/protocol';

/** The error for them. */
export function invalidQuery(problems: readonly FieldProblem[]): RegistryError {
  const detail = problems.map(({ field, message }) => `${field}: ${message}.`).join(' ');
  return new RegistryError('invalid_query', { detail, errors: problems });
}
