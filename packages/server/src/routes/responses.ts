// What routes say of their answers in the API document, and the parameters that several of them share.
import {
  HealthSchema,
  ProblemSchema,
  PublishReceiptSchema,
  SearchResultsSchema,
  VersionListSchema,
  VersionManifestSchema,
  YankReceiptSchema,
} from '@prime-registry/protocol';
import { Type } from 'typebox';

/** The schemas that the API document names once and refers to. */
export const SHARED_SCHEMAS = [
  VersionListSchema,
  VersionManifestSchema,
  PublishReceiptSchema,
  SearchResultsSchema,
  YankReceiptSchema,
  HealthSchema,
  ProblemSchema,
] as const;

type SharedSchema = (typeof SHARED_SCHEMAS)[number];

/** The content of an answer with a JSON body. */
export function json(schema: SharedSchema, description: string): object {
  return { description, content: { 'application/json': { schema: refer(schema) } } };
}

/** The errors an endpoint answers with, by status. */
export function problems(
  ...statuses: readonly [status: number, description: string][]
): Record<number, object> {
  return Object.fromEntries(
    statuses.map(([status, description]) => [
      status,
      { description, content: { 'application/problem+json': { schema: refer(ProblemSchema) } } },
    ]),
  );
}

function refer(schema: SharedSchema): object {
  return { $ref: `${(schema as { $id?: string }).$id}#` };
}

/** Path parameters of a Prime. */
export const PrimeParamsSchema = Type.Object({
  scope: Type.String({ description: 'Scope with its @.', examples: ['@acme'] }),
  name: Type.String({ description: 'Short name.', examples: ['web-style'] }),
});

/** Path parameters of a version. */
export const VersionParamsSchema = Type.Object({
  ...PrimeParamsSchema.properties,
  version: Type.String({ description: 'Semantic version.', examples: ['1.4.0'] }),
});
