// GET /-/scopes/:scope/signers, PUT and DELETE of one. PUT /-/scopes/:scope/signing-policy.
import {
  ROUTES,
  type ScopeSigners,
  ScopeSignersSchema,
  SignerRequestSchema,
  SigningPolicyRequestSchema,
} from '@prime-registry/protocol';
import { parsePrincipal } from '../../actions/signatures/principal.ts';
import { addSigner, removeSigner, setSigningPolicy } from '../../actions/signatures/signers.ts';
import { readScope } from '../../http/requests/prime-path.ts';
import { readChangeBody } from '../lifecycle/lifecycle-answer.ts';
import { inPath, json, problems, ScopeParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeSigners } from './describe-signatures.ts';
import { answerSigners, CHANGE_PROBLEMS, readChange, readFingerprint, toSigner } from './signer-request.ts';

const SignerParamsSchema = inPath({
  ...ScopeParamsSchema.properties,
  fingerprint: {
    type: 'string',
    description:
      'The fingerprint of the key without SHA256:, in the alphabet of base64url (- for + and _ for /).',
  },
});

const SIGNER_EXAMPLE = { key: 'ssh-ed25519 AAAA…', principal: 'ada@example.com' };
/** An RSA key of 8192 bits takes 1,400 characters. */
const MAX_KEY_LENGTH = 8192;

export const readSigners: Route<'store'> = {
  path: ROUTES.signers,
  schema: {
    operationId: 'readSigners',
    summary: 'Read the keys that sign for a scope',
    description:
      'With the entries of the log that added and removed each: a signature of the entry i was made by a key of the scope ' +
      'if since_index is below i, and until_index not.',
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
  permission: 'admin',
  rate: 'yank',
  schema: {
    operationId: 'addSigner',
    summary: 'Let a key sign for a scope',
    description: 'Needs an admin token for the scope. The fingerprint in the path must be that of the key.',
    params: SignerParamsSchema,
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
  permission: 'admin',
  rate: 'yank',
  schema: {
    operationId: 'removeSigner',
    summary: 'Let a key sign for a scope no longer',
    description: 'Needs an admin token for the scope. What the key has signed before stays.',
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
  permission: 'admin',
  rate: 'yank',
  schema: {
    operationId: 'setSigningPolicy',
    summary: 'Require signatures in a scope',
    description:
      'Needs an admin token for the scope. New versions need a signature of one of its keys from now on.',
    params: ScopeParamsSchema,
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
