// Generates the table in docs/errors.md from the table of error codes, so that they cannot drift apart.
import { ERROR_CODES, type ErrorCode } from '@prime-registry/protocol';

/** What readers of the documentation can do about each error. */
const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'Correct what `detail` names. Write a percent sign in a path as `%25`.',
  invalid_form:
    'Send the parts `manifest` and `tarball`, each once. If the upload was cut off, send it again.',
  invalid_manifest:
    'Correct every field in `errors`, in the `pack.yaml` and in the tarball, and publish again.',
  invalid_tarball: 'Remove what `errors` names, pack again with `tar -czf`, and publish that file.',
  secret_found:
    'Remove the secrets that `errors` lists, and publish again. Revoke those that others may have seen. If one is no secret, ask the operator.',
  invalid_query: 'Correct every parameter in `errors`.',
  version_step_too_small:
    'Publish the version that `detail` suggests, or undo the changes that `errors` lists. `prime diff` shows them before a publish.',
  assertion_malformed: 'Send the identity token of the CI as it is: three parts with dots between them.',
  assertion_header_refused:
    'Let the issuer sign with RS256, RS384, RS512, PS256, ES256, ES384 or EdDSA, and name its key in `kid`.',
  issuer_not_trusted:
    'Add a rule for this issuer: `prime-registry trust add`. Issuers are compared byte for byte.',
  assertion_key_unknown: 'Request another identity token. With a file of keys, add the new key to it.',
  assertion_signature_bad: 'Request another identity token, and send it unchanged.',
  assertion_audience_wrong:
    'Request an identity token for the address in `prime_audience` of the metadata, and no other.',
  assertion_expired: 'Request another identity token just before the publish. Compare the clocks.',
  assertion_not_yet_valid: 'Set the clocks of issuer and registry right.',
  assertion_too_old: 'Request another identity token just before the publish.',
  assertion_claim_bad: 'Configure the issuer so that `detail` is met.',
  assertion_used:
    'Request another identity token. To repeat an exchange whose answer was lost, send the same `nonce` again.',
  subject_token_invalid:
    'Exchange a token that is valid. For the one in the environment, create another one.',
  token_scope_refused: 'Ask for less in `scope`, or let the rule or the token have more.',
  token_audience_refused: 'Leave `audience` and `resource` out.',
  unsupported_grant_type: 'Send `grant_type=urn:ietf:params:oauth:grant-type:token-exchange`.',
  invalid_signature:
    'Sign the text that `detail` names with `ssh-keygen -Y sign -n publish@prime-registry`, or let `prime publish --sign` do it.',
  unauthenticated: 'Send `Authorization: Bearer <token>` with a valid token. The operator issues tokens.',
  permission_missing: 'Use a token with the permission that `detail` names.',
  scope_not_allowed: 'Use a token for this scope, or publish to one of your own scopes.',
  prime_not_allowed:
    'Use a token for this Prime and version. `GET /-/whoami` shows what a token may write to.',
  identity_not_trusted:
    'Compare the identity with `prime-registry trust test`, then correct the job or the rule.',
  name_of_another_registry: 'Publish under a name of your own, or to the registry that `detail` names.',
  scope_quota_exceeded:
    'Ask the operator for a larger quota. If the answer to an earlier publish was lost, check whether the version exists.',
  stable_yank_refused: 'Publish a higher version. The operator can set `allow-stable-yank`.',
  prime_moved: 'Publish under the name in `detail`. The owner of the Prime can take the move back.',
  channel_protected: 'Ask the operator, or use another channel.',
  signature_required: 'Sign the publish with a key of the scope: `prime publish --sign`.',
  signer_not_allowed:
    'Sign with a key of the scope, or ask an admin of the scope to add yours. `/-/scopes/<scope>/signers` lists the keys.',
  removal_refused: 'Yank the version, and ask the operator to remove it.',
  head_not_signed:
    'For the operator of a log: the witness takes the keys of a log from `/-/log` of its upstream. Ask again after a minute, or ask its operator.',
  not_found: 'Check the path. `detail` says what is wrong with a name or version.',
  exchange_not_configured: 'Ask the operator to set `public-url`.',
  prime_not_found: 'Check the spelling, or ask the next registry.',
  version_not_found: 'Choose one from the list of versions, or ask the next registry.',
  channel_not_found: 'Nothing is left to do. `prime channel ls` lists the channels.',
  signer_not_found: 'Nothing is left to do. `/-/scopes/<scope>/signers` lists the keys.',
  deprecation_not_found: 'Use one of the ranges that `detail` lists.',
  atom_not_found: 'Check the id against the list of atoms of the version.',
  atoms_not_read: 'Read the tarball. The operator can run `prime-registry index`.',
  no_provenance: 'Nothing is left to do. Versions that a CI publishes with its identity have provenance.',
  not_logged_yet: 'Wait for the time in `Retry-After`. `/-/log` says how far the registry is.',
  method_not_allowed: 'Use a method from `Allow`.',
  request_timeout: 'Send it again over a faster connection, or ask the operator to raise `request-timeout`.',
  version_exists:
    'Publish a higher version. If an earlier answer was lost, compare `sha256`: it may be your own publish.',
  version_yanked: 'Let the channel name another version, or take the yank back.',
  move_refused: 'Do what `detail` says, such as publishing a version under the new name first.',
  version_removed: 'Use another version. Do not ask another registry for it.',
  log_restarted:
    'Continue with `after=<next>`. A copy of the registry compares everything that it has from entry `common` on.',
  tarball_too_large:
    'Remove what readers do not need, split the Prime, or ask the operator for a higher limit.',
  body_too_large: 'Send a smaller body.',
  range_not_satisfiable: 'Request a range within the length in `Content-Range`, or the whole tarball.',
  misdirected_request:
    'Use the name or the address of the registry. If the name is its own, list it in the setting [`allowed-hosts`](operations/proxies-and-tls.md#host-names).',
  head_contradicts:
    'For the operator of a log: `prime-registry log status` compares the log with what was signed of it.',
  rate_limited:
    'Wait for the time in `Retry-After`, and send fewer requests. `RateLimit` says how many are left.',
  headers_too_large: 'Send fewer or shorter headers, or a shorter path.',
  version_removed_by_law: 'Use another version. Do not ask another registry for it.',
  internal_error: 'Try again. If it persists, give the `request_id` to the operator.',
  storage_unavailable:
    'Wait for the time in `Retry-After`. If it persists, tell the operator. Do not ask another registry.',
  log_halted:
    'Tell the operator, whom `prime-registry log status` tells what to do, such as `log recover`. Do not publish to another registry instead.',
  index_rebuilding:
    'Wait for the time in `Retry-After`. The log of the server shows the progress of the rebuild.',
  upstream_unavailable:
    'Wait for the time in `Retry-After`. If it persists, tell the operator. Do not ask another registry.',
  upstream_mismatch:
    'Try again later. If it persists, tell the operators of both registries. Do not ask another registry.',
  upstream_changed:
    'Do not use the version, and do not ask another registry. The operator can find out which of the two is right: [Changed versions](operations/mirror.md#changed-versions).',
  issuer_unavailable:
    'Try again after `Retry-After`. Operators find the reason in the log; last good keys are used for a day.',
  overloaded:
    'Wait for the time in `Retry-After`. If it persists, tell the operator. Do not ask another registry.',
  shutting_down: 'Try again: another process, or this one after its restart, will answer.',
};

const BEGIN =
  '<!-- Generated by `npm run docs:errors`. Edit packages/protocol/src/error-codes.ts instead. -->';
const END = '<!-- End of the generated table. -->';

/** Returns the document with the table regenerated. @throws Error if the two marker lines are missing */
export function withErrorTable(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin === -1 || end < begin) throw new Error(`the document has no lines '${BEGIN}' and '${END}'`);
  return `${document.slice(0, begin)}${BEGIN}\n\n${renderTable()}\n\n${document.slice(end)}`;
}

function renderTable(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, { status, title, when, retry }]) => {
    const remedy = REMEDIES[code as ErrorCode];
    return `| \`${code}\` | ${status} | **${title}.** ${when} | ${remedy} | ${retry ? 'yes' : 'no'} |`;
  });
  return ['| Code | Status | When | What to do | Retry |', '|---|---|---|---|---|', ...rows].join('\n');
}
