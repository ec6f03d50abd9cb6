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

/** An answer with a text, of one of the media types. */
export function textAnswer(description: string, ...types: readonly string[]): object {
  return { description, content: contentOf({ type: 'string' }, types) };
}

/** An answer with bytes, of one of the media types. */
export function bytesAnswer(description: string, ...types: readonly string[]): object {
  return { description, content: contentOf({ type: 'string', format: 'binary' }, types) };
}

/** The answer to a client that has the content: it has no body. */
export const UNCHANGED = { 304: { description: 'The client has it already.', type: 'null' } };

function contentOf(schema: object, types: readonly string[]): object {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** An error of an endpoint. */
export type Failure = readonly [status: number, description: string];

export const WRONG_QUERY: Failure = [400, 'A query parameter is wrong; errors names each one.'];
export const BAD_TOKEN: Failure = [401, 'The token is missing or bad.'];
export const REMOVED: readonly Failure[] = [
  [410, 'The version was removed.'],
  [451, 'The version was removed for legal reasons.'],
];
export const WRONG_UPSTREAM: Failure = [502, 'An upstream sent something else than it promised.'];
export const OVERLOADED: Failure = [503, 'The registry is overloaded.'];
export const UPSTREAM_AWAY: Failure = [503, 'An upstream may have it, but cannot be asked.'];

/** The errors of an endpoint, by status. */
export function problems(...statuses: readonly Failure[]): Record<number, object> {
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

/** Parameters in the path: all of them are required. */
export function inPath<Properties extends object>(properties: Properties) {
  return { type: 'object', required: Object.keys(properties), properties } as const;
}

/** Parameters in the query. */
export function inQuery<Properties extends object>(properties: Properties) {
  return { type: 'object', properties } as const;
}

const SCOPE = { type: 'string', description: 'Scope with its @.', examples: ['@acme'] };

/** Path parameters of a scope. */
export const ScopeParamsSchema = inPath({ scope: SCOPE });

/** Path parameters of a Prime. */
export const PrimeParamsSchema = inPath({
  scope: SCOPE,
  name: { type: 'string', description: 'Short name.', examples: ['web-style'] },
});

/** Path parameters of two versions of a Prime. */
export const RangeParamsSchema = inPath({
  ...PrimeParamsSchema.properties,
  range: { type: 'string', description: 'Two versions.', examples: ['1.0.0...1.1.0'] },
});

/** Path parameters of a version. */
export const VersionParamsSchema = inPath({
  ...PrimeParamsSchema.properties,
  version: { type: 'string', description: 'Semantic version.', examples: ['1.4.0'] },
});

/** Path parameters of a file in the tarball of a version. */
export const FileParamsSchema = inPath({
  ...VersionParamsSchema.properties,
  path: { type: 'string', description: 'Its path in the tarball.' },
});
