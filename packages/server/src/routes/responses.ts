// Building blocks of the API document that several routes share.
import {
  AtomDetailsSchema,
  AtomDiffSchema,
  AtomListSchema,
  AtomLookupSchema,
  AuthorizationServerSchema,
  ChangesSchema,
  DownloadsSchema,
  EdgesInSchema,
  HealthSchema,
  LifecycleSchema,
  LogDescriptionSchema,
  LogProofsSchema,
  PrimeBatchSchema,
  PrimeListSchema,
  ProblemSchema,
  ProvenanceStatementSchema,
  PublishReceiptSchema,
  RemovalReceiptSchema,
  RichSearchResultsSchema,
  ScopeSignersSchema,
  SearchResultsSchema,
  SkillIndexSchema,
  SuggestionListSchema,
  TokenAnswerSchema,
  TokenErrorSchema,
  UnyankReceiptSchema,
  VersionListSchema,
  VersionManifestSchema,
  VersionScoreSchema,
  VersionSignaturesSchema,
  WhoamiSchema,
  YankReceiptSchema,
} from '@prime-registry/protocol';

/** The schemas that the API document defines once and references. */
export const SHARED_SCHEMAS = [
  VersionListSchema,
  VersionManifestSchema,
  PublishReceiptSchema,
  SuggestionListSchema,
  RichSearchResultsSchema,
  SearchResultsSchema,
  YankReceiptSchema,
  UnyankReceiptSchema,
  LifecycleSchema,
  LogDescriptionSchema,
  RemovalReceiptSchema,
  AtomListSchema,
  AtomDetailsSchema,
  AtomDiffSchema,
  AtomLookupSchema,
  EdgesInSchema,
  VersionScoreSchema,
  ProvenanceStatementSchema,
  VersionSignaturesSchema,
  ScopeSignersSchema,
  LogProofsSchema,
  PrimeBatchSchema,
  PrimeListSchema,
  ChangesSchema,
  TokenAnswerSchema,
  TokenErrorSchema,
  AuthorizationServerSchema,
  WhoamiSchema,
  DownloadsSchema,
  HealthSchema,
  SkillIndexSchema,
  ProblemSchema,
] as const;

type SharedSchema = (typeof SHARED_SCHEMAS)[number];

/** The content of an answer with a JSON body. */
export function json(schema: SharedSchema, description: string): object {
  return { description, content: { 'application/json': { schema: refer(schema) } } };
}

/** The errors of an endpoint, by status. */
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

function refer({ $id }: SharedSchema): object {
  return { $ref: `${$id}#` };
}

const PRIME_PARAMETERS = {
  scope: { type: 'string', description: 'Scope with its @.', examples: ['@acme'] },
  name: { type: 'string', description: 'Short name.', examples: ['web-style'] },
} as const;

/** Path parameters of a Prime. */
export const PrimeParamsSchema = {
  type: 'object',
  required: ['scope', 'name'],
  properties: PRIME_PARAMETERS,
} as const;

/** Path parameters of two versions of a Prime. */
export const RangeParamsSchema = {
  type: 'object',
  required: ['scope', 'name', 'range'],
  properties: {
    ...PRIME_PARAMETERS,
    range: { type: 'string', description: 'Two versions.', examples: ['1.0.0...1.1.0'] },
  },
} as const;

/** Path parameters of a scope. */
export const ScopeParamsSchema = {
  type: 'object',
  required: ['scope'],
  properties: { scope: PRIME_PARAMETERS.scope },
} as const;

/** Path parameters of a version. */
export const VersionParamsSchema = {
  type: 'object',
  required: ['scope', 'name', 'version'],
  properties: {
    ...PRIME_PARAMETERS,
    version: { type: 'string', description: 'Semantic version.', examples: ['1.4.0'] },
  },
} as const;
