// GET and POST /-/primes/…/signatures: the signatures of a version, and one that comes after its publish.
import {
  ROUTES,
  SignatureRequestSchema,
  type VersionSignatures,
  VersionSignaturesSchema,
} from '@prime-registry/protocol';
import { versionNotFound } from '../../actions/not-found.ts';
import { addSignature } from '../../actions/signatures/add-signature.ts';
import { requesterOf } from '../../http/requests/authentication.ts';
import { readVersion } from '../../http/requests/prime-path.ts';
import { CHANGE_PROBLEMS, readChangeBody } from '../lifecycle/lifecycle-answer.ts';
import { json, problems, REMOVED, UPSTREAM_AWAY, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import { describeSignatures } from './describe-signatures.ts';

const EXAMPLE = { signature: '-----BEGIN SSH SIGNATURE-----\n…' };
/** The body has no more. */
const MAX_SIGNATURE_LENGTH = 16 * 1024;

export const readSignatures: Route<'store' | 'mirror'> = {
  path: ROUTES.signatures,
  schema: {
    operationId: 'readSignatures',
    summary: 'Read the signatures of a version',
    description:
      'Signatures (SSHSIG) of a text that names the version and its digests. The registry has verified them, and readers can: ' +
      'with the client library, or with ssh-keygen.',
    params: VersionParamsSchema,
    response: {
      200: json(VersionSignaturesSchema, 'The signatures; an empty list if there are none.'),
      ...problems(
        [404, 'The Prime or the version is not in this registry, nor in an upstream.'],
        ...REMOVED,
        UPSTREAM_AWAY,
      ),
    },
  },
  async handle({ store, mirror }, request): Promise<VersionSignatures> {
    const { name, version } = readVersion(request);
    const signatures = await mirror.findSignatures(name, version);
    if (signatures === undefined) throw await versionNotFound(store, name, version);
    return describeSignatures(signatures);
  },
};

export const postSignature: Route<'changing'> = {
  method: 'POST',
  path: ROUTES.signatures,
  permission: 'publish',
  rate: 'yank',
  schema: {
    operationId: 'addSignature',
    summary: 'Add a signature to a version',
    description:
      'The signature is one that ssh-keygen -Y sign -n publish@prime-registry writes. A version has one signature of a key: ' +
      'another one of the same key changes nothing.',
    params: VersionParamsSchema,
    body: SignatureRequestSchema,
    response: {
      200: json(VersionSignaturesSchema, 'All signatures; one of this key was there.'),
      201: json(VersionSignaturesSchema, 'All signatures, with the new one.'),
      ...CHANGE_PROBLEMS,
    },
  },
  async handle({ changing }, request, reply): Promise<VersionSignatures> {
    const { name, version } = readVersion(request);
    const actor = requesterOf(request);
    const body = await readChangeBody(changing, request, reply, EXAMPLE);
    const text = body.text('signature', MAX_SIGNATURE_LENGTH);
    body.requireValid();
    const isNew = await addSignature(changing, { actor, name, version, signature: Buffer.from(text ?? '') });
    reply.code(isNew ? 201 : 200);
    return describeSignatures(await changing.store.listSignatures(name.full, version));
  },
};
