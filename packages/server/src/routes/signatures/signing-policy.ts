// PUT /-/scopes/:scope/signing-policy.
import {
  ROUTES,
  type ScopeSigners,
  ScopeSignersSchema,
  SigningPolicyRequestSchema,
} from '@prime-registry/protocol';
import { setSigningPolicy } from '../../actions/signatures/signers.ts';
import { readChangeBody } from '../lifecycle/lifecycle-answer.ts';
import { json, ScopeParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { answerSigners, CHANGE_PROBLEMS, readChange } from './signer-request.ts';

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
