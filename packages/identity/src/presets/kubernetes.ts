// Kubernetes: service accounts, by projected tokens.
import { isJsonObject } from '@prime-registry/protocol/basics';
import type { Claims } from '../claims/claims.ts';
import { type Preset, UUID } from './preset.ts';

const ACCOUNT_UID = 'kubernetes.io/serviceaccount/uid';
const NAMESPACE = 'kubernetes.io/namespace';

export const KUBERNETES: Preset = {
  title: 'Kubernetes',
  issuer: undefined,
  owns: undefined,
  fields: ['account'],
  subject: 'account',
  example: 'docs/publisher@e6a8680e-d103-4cce-80ea-03acbbeacf7d',
  expand(draft) {
    const account = draft.findText('account');
    if (account === undefined) return;
    const [, namespace, name, uid] =
      /^([a-z0-9-]{1,63})\/([a-z0-9.-]{1,253})(?:@(.*))?$/s.exec(account) ?? [];
    if (namespace === undefined || name === undefined || (uid !== undefined && !UUID.test(uid))) {
      draft.report('account', `this must be of the form '${KUBERNETES.example}'`);
      return;
    }
    draft.require('sub', `system:serviceaccount:${namespace}:${name}`, 'account');
    if (uid !== undefined) draft.require(ACCOUNT_UID, uid, 'account');
  },
  immutable: { [ACCOUNT_UID]: ['sub'] },
  // A pod gets the same token until the kubelet replaces it, after 24 hours at the latest.
  maxAgeMs: 24 * 3_600_000,
  shown: ['sub', ACCOUNT_UID],
  shownIds: [ACCOUNT_UID],
  read: flatten,
  describe: (text) => text('sub')?.replace(/^system:serviceaccount:([^:]+):/, '$1/'),
};

/** The claims inside the object `kubernetes.io`, under their paths: whatever the token itself has under such a name. */
function flatten(claims: Claims): Claims {
  const inside = objectIn(claims, 'kubernetes.io');
  const account = objectIn(inside, 'serviceaccount');
  const pod = objectIn(inside, 'pod');
  return {
    ...claims,
    [NAMESPACE]: valueIn(inside, 'namespace'),
    'kubernetes.io/serviceaccount/name': valueIn(account, 'name'),
    [ACCOUNT_UID]: valueIn(account, 'uid'),
    'kubernetes.io/pod/name': valueIn(pod, 'name'),
    'kubernetes.io/pod/uid': valueIn(pod, 'uid'),
  };
}

function objectIn(claims: Claims, name: string): Claims {
  const value = valueIn(claims, name);
  return isJsonObject(value) ? value : {};
}

function valueIn(claims: Claims, name: string): unknown {
  return Object.hasOwn(claims, name) ? claims[name] : undefined;
}
