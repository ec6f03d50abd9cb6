// Reads queries with the parsers of the protocol.
import { type FieldProblem, RegistryError } from '@prime-registry/protocol';
import type { FastifyRequest } from 'fastify';

/** What a parser says about a wrong query. */
interface Wrong {
  readonly problems: readonly FieldProblem[];
}

/** Parses the query of a request. @throws RegistryError `invalid_query` with each wrong parameter */
export function readQuery<Parsed extends object>(
  { query }: FastifyRequest,
  parse: (query: Record<string, unknown>) => Parsed | Wrong,
): Exclude<Parsed, Wrong> {
  const parsed = parse(query as Record<string, unknown>);
  if ('problems' in parsed) throw invalidQuery(parsed.problems);
  return parsed as Exclude<Parsed, Wrong>;
}

/** The error for wrong query parameters. */
export function invalidQuery(problems: readonly FieldProblem[]): RegistryError {
  const detail = problems.map(({ field, message }) => `${field}: ${message}.`).join(' ');
  return new RegistryError('invalid_query', { detail, errors: problems });
}
