// What a registry verified about the identity that published a version (not part of the contract).
import type { XStatic } from 'typebox/schema';
import { isJsonObject } from '../json-object.ts';
import { toCanonicalJson } from '../log-entries/canonical-json.ts';
import { accept, type Parsed, reject } from '../parsed.ts';
import { quote } from '../text/quote.ts';
import { OriginSchema, Sha256Schema, TimestampSchema } from './scalars.ts';
import { describedObject, document, object, objects, text } from './schema-parts.ts';

/** Most bytes of the provenance of a version, in the encoding of {@link toCanonicalJson}. */
export const MAX_PROVENANCE_BYTES = 4096;

/** Longest issuer, name of a rule, name of a preset and name of a claim, in characters. */
const MAX_LENGTHS = { issuer: 512, rule: 100, preset: 32, claim: 128 } as const;

export const ProvenanceSchema = {
  type: 'object',
  description:
    'Present if the version was published by an identity of an OpenID Connect issuer, such as the job of a CI: what the registry verified, and its rule may show. It says what published the version, not what built it. Of a mirrored version, it is what the registry of `origin` says.',
  required: ['issuer', 'rule', 'preset', 'claims'],
  properties: {
    issuer: {
      type: 'string',
      maxLength: MAX_LENGTHS.issuer,
      description: 'The issuer of the identity.',
      examples: ['https://token.actions.githubusercontent.com'],
    },
    rule: {
      type: 'string',
      maxLength: MAX_LENGTHS.rule,
      description: 'Name of the rule of the registry that allowed it.',
    },
    preset: {
      type: 'string',
      maxLength: MAX_LENGTHS.preset,
      description: 'Which kind of issuer it is, and so what its claims mean.',
      examples: ['github'],
    },
    claims: {
      type: 'object',
      description: 'Claims of the identity, as text, by their names.',
      required: [],
      properties: {},
      additionalProperties: { type: 'string' },
      examples: [{ repository: 'acme/web-style', repository_id: '456789', sha: '3f2c1e9' }],
    },
  },
} as const;

/** What a registry verified about the identity that published a version. */
export interface Provenance {
  readonly issuer: string;
  readonly rule: string;
  readonly preset: string;
  readonly claims: Readonly<Record<string, string>>;
}

/** The type of in-toto statements (in-toto attestation framework 1.1, statement layer). */
export const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
/** The type of what a statement says here. No program has to resolve it (the same, TypeURI). */
export const PUBLISH_PREDICATE_TYPE = 'urn:prime-registry:publish:v1';

export const ProvenanceStatementSchema = document(
  'ProvenanceStatement',
  'The provenance of a version as an in-toto Statement v1. It has no signature of its own.',
  ['_type', 'subject', 'predicateType', 'predicate'],
  {
    _type: { type: 'string', examples: [STATEMENT_TYPE] },
    subject: objects('The tarball of the version.', ['name', 'digest'], {
      name: text('Name and version, as in @acme/web-style@1.2.0.'),
      digest: object(['sha256'], { sha256: Sha256Schema }),
    }),
    predicateType: { type: 'string', examples: [PUBLISH_PREDICATE_TYPE] },
    predicate: object(['publisher', 'publishedAt'], {
      publisher: ProvenanceSchema,
      publishedAt: TimestampSchema,
      entry: describedObject(
        'The entry of the version in the transparency log. Its type says who verified the identity: publish, this registry; mirror, the registry of `origin`; import, the registry that the version was exported from.',
        ['type', 'index'],
        { type: { type: 'string', examples: ['publish'] }, index: { type: 'integer', minimum: 0 } },
      ),
      origin: OriginSchema,
    }),
  },
);

/** The provenance of a version as an in-toto Statement v1. */
export type ProvenanceStatement = XStatic<typeof ProvenanceStatementSchema>;

const UTF_8 = new TextEncoder();

/** Reads provenance that another program wrote. Fields that this program does not know are left out. */
export function parseProvenance(value: unknown): Parsed<Provenance> {
  if (!isJsonObject(value)) return reject('provenance is not an object');
  const { issuer, rule, preset, claims } = value;
  if (!isName(issuer, MAX_LENGTHS.issuer)) return reject(wrongText('issuer', MAX_LENGTHS.issuer));
  if (!isName(rule, MAX_LENGTHS.rule)) return reject(wrongText('rule', MAX_LENGTHS.rule));
  if (!isName(preset, MAX_LENGTHS.preset)) return reject(wrongText('preset', MAX_LENGTHS.preset));
  if (!isJsonObject(claims)) return reject('claims of provenance is not an object');
  const texts: [string, string][] = [];
  for (const [name, text] of Object.entries(claims)) {
    if (!isName(name, MAX_LENGTHS.claim)) return reject(wrongText('the name of a claim', MAX_LENGTHS.claim));
    if (typeof text !== 'string' || !text.isWellFormed())
      return reject(`the claim ${quote(name)} of provenance is not a text`);
    texts.push([name, text]);
  }
  const provenance = { issuer, rule, preset, claims: Object.fromEntries(texts) };
  const { length } = UTF_8.encode(toCanonicalJson(provenance));
  if (length > MAX_PROVENANCE_BYTES)
    return reject(`provenance has ${length} bytes; at most ${MAX_PROVENANCE_BYTES} are allowed`);
  return accept(provenance);
}

function isName(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength && value.isWellFormed();
}

function wrongText(field: string, maxLength: number): string {
  return `${field} of provenance is not a text of 1 to ${maxLength} characters`;
}
