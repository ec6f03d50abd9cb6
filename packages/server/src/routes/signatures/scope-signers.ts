// GET /-/scopes/:scope/signers, PUT and DELETE of one, and PUT /-/scopes/:scope/signing-policy.
import {
  RegistryError,
  ROUTES,
  type ScopeSigners,
  ScopeSignersSchema,
  SignerRequestSchema,
  SigningPolicyRequestSchema,
} from '@prime-registry/protocol';
import { fingerprintOf, formatPublicKey, parsePublicKey } from '@prime-registry/sshsig';
import type { Signer } from '@prime-registry/store';
import type { FastifyRequest } from 'fastify';
import { parsePrincipal } from '../../actions/signatures/principal.ts';
import {
  addSigner,
  removeSigner,
  type SigningRequest,
  setSigningPolicy,
} from '../../actions/signatures/signers.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import { readScope } from '../../http/requests/prime-path.ts';
import { type ChangingDeps, readChangeBody } from '../lifecycle/lifecycle-answer.ts';
import { json, problems, ScopeParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeSigners } from './describe-signatures.ts';

const SignerParamsSchema = {
  ...ScopeParamsSchema,
  required: [...ScopeParamsSchema.required, 'fingerprint'],
  properties: {
    ...ScopeParamsSchema.properties,
    fingerprint: {
      type: 'string',
      description:
        'The fingerprint of the key without SHA256:, in the alphabet of base64url (- for + and _ for /).',
    },
  },
} as const;

const SIGNER_EXAMPLE = { key: 'ssh-ed25519 AAAA…', principal: 'ada@example.com' };

const CHANGE_PROBLEMS = problems(
  [400, 'The body or the path is wrong; errors names each field.'],
  [401, 'The token is missing or bad.'],
  [403, 'The token may not do this.'],
);

export const readSigners: Route<'store'> = {
  method: 'GET',
  path: ROUTES.signers,
  access: 'readers',
  schema: {
    operationId: 'readSigners',
    summary: 'Read the keys that sign for a scope',
    description:
      'With the entries of the log that added and removed each: a signature of the entry i was made by a key of the scope ' +
      'if since_index is below i, and until_index not.',
    tags: ['beyond the contract'],
    params: ScopeParamsSchema,
    response: { 200: json(ScopeSignersSchema, 'The keys, and whether the scope requires signatures.') },
  },
  async handle({ store }, request): Promise<ScopeSigners> {
    const scope = readScope(request);
    return describeSigners(scope, await store.findScopeSigning(scope));
  },
};

export const putSigner: Route<'changing'> = {
  method: 'PUT',
  path: ROUTES.signer,
  access: 'token',
  permission: 'admin',
  rate: 'yank',
  schema: {
    operationId: 'addSigner',
    summary: 'Let a key sign for a scope',
    description: 'Needs an admin token for the scope. The fingerprint in the path must be that of the key.',
    tags: ['beyond the contract'],
    params: SignerParamsSchema,
    consumes: ['application/json'],
    body: SignerRequestSchema,
    response: { 200: json(ScopeSignersSchema, 'The keys, with this one.'), ...CHANGE_PROBLEMS },
  },
  async handle({ changing }, request, reply): Promise<ScopeSigners> {
    const change = readChange(request);
    const fingerprint = readFingerprint(request);
    const body = await readChangeBody(changing, request, reply, SIGNER_EXAMPLE);
    const key = body.text('key', MAX_KEY_LENGTH);
    const principal = body.optional('principal', parsePrincipal);
    body.requireValid();
    await addSigner(changing, { ...change, signer: toSigner(key ?? '', fingerprint, principal) });
    return answerSigners(changing, change);
  },
};

export const deleteSigner: Route<'changing'> = {
  method: 'DELETE',
  path: ROUTES.signer,
  access: 'token',
  permission: 'admin',
  rate: 'yank',
  schema: {
    operationId: 'removeSigner',
    summary: 'Let a key sign for a scope no longer',
    description: 'Needs an admin token for the scope. What the key has signed before stays.',
    tags: ['beyond the contract'],
    params: SignerParamsSchema,
    response: {
      200: json(ScopeSignersSchema, 'The keys; this one has an until_index.'),
      ...CHANGE_PROBLEMS,
      ...problems([404, 'The scope has no such key that may sign.']),
    },
  },
  async handle({ changing }, request): Promise<ScopeSigners> {
    const change = readChange(request);
    await removeSigner(changing, { ...change, fingerprint: readFingerprint(request) });
    return answerSigners(changing, change);
  },
};

export const putSigningPolicy: Route<'changing'> = {
  method: 'PUT',
  path: ROUTES.signingPolicy,
  access: 'token',
  permission: 'admin',
  rate: 'yank',
  schema: {
    operationId: 'setSigningPolicy',
    summary: 'Require signatures in a scope',
    description:
      'Needs an admin token for the scope. New versions need a signature of one of its keys from now on.',
    tags: ['beyond the contract'],
    params: ScopeParamsSchema,
    consumes: ['application/json'],
    body: SigningPolicyRequestSchema,
    response: {
      200: json(ScopeSignersSchema, 'The keys, and whether signatures are required.'),
      ...CHANGE_PROBLEMS,
    },
  },
  async handle({ changing }, request, reply): Promise<ScopeSigners> {
    const change = readChange(request);
    const body = await readChangeBody(changing, request, reply, { require_signature: true });
    const requiresSignature = body.flag('require_signature');
    body.requireValid();
    await setSigningPolicy(changing, { ...change, requiresSignature: requiresSignature === true });
    return answerSigners(changing, change);
  },
};

/** An RSA key of 8192 bits takes 1,400 characters. */
const MAX_KEY_LENGTH = 8192;

function readChange(request: FastifyRequest): SigningRequest {
  return { actor: requesterOf(request), scope: readScope(request) };
}

/** The fingerprint in the path; `SHA256:` before it and Base 64 are accepted. @throws RegistryError `invalid_request` */
function readFingerprint(request: FastifyRequest): string {
  const { fingerprint: given = '' } = request.params as { readonly fingerprint?: string };
  const digest = given
    .replace(/^SHA256:/, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  const fingerprint = `SHA256:${digest}`;
  if (/^[A-Za-z0-9+/]{43}$/.test(digest)) return fingerprint;
  throw invalid('fingerprint', 'is none in the path: it has 43 characters of base64url, without SHA256:');
}

function toSigner(line: string, fingerprint: string, principal: string | undefined): Signer {
  const key = parsePublicKey(line);
  if (!key.ok) throw invalid('key', key.message);
  if (fingerprintOf(key.value) !== fingerprint)
    throw invalid('fingerprint', `in the path is not that of the key, ${fingerprintOf(key.value)}`);
  return { fingerprint, key: formatPublicKey(key.value), principal };
}

async function answerSigners(
  { store }: Pick<ChangingDeps, 'store'>,
  { scope }: SigningRequest,
): Promise<ScopeSigners> {
  return describeSigners(scope, await store.findScopeSigning(scope));
}

function invalid(field: string, message: string): RegistryError {
  return new RegistryError('invalid_request', {
    detail: `The request cannot be read. ${field}: ${message}.`,
    errors: [{ field, message }],
  });
}
