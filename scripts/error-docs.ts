// The table in docs/errors.md, made of the one table of error codes, so that the two cannot drift apart.
import { ERROR_CODES, type ErrorCode } from '@prime-registry/protocol';

/** What to do about each error: advice for its reader, which the code itself has no use for. */
const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_request:
    'Correct the request; `detail` says what cannot be read. A percent sign in a path is `%25`.',
  invalid_form:
    'Send both parts, `manifest` and `tarball`, once each. If the upload was cut off, send it again.',
  invalid_manifest:
    'Correct every field in `errors`, in the `pack.yaml` and in the tarball, and publish again.',
  invalid_tarball: 'Pack again without what `errors` names, with `tar -czf`, and publish that file.',
  invalid_query: 'Correct every parameter in `errors`.',
  version_step_too_small:
    'Publish under the version that `detail` suggests, or keep what `errors` names. `prime diff` shows it beforehand.',
  unauthenticated:
    'Send `Authorization: Bearer <token>` with a token that is valid; the operator issues them.',
  permission_missing: 'Use a token with the permission that `detail` names.',
  scope_not_allowed: 'Use a token for this scope, or publish under one of your own.',
  name_of_another_registry: 'Publish under a name of your own, or at the registry that `detail` names.',
  scope_quota_exceeded:
    'Ask the operator for more. If an answer was lost before, look whether the version is there.',
  stable_yank_refused: 'Publish a higher version. The operator can set `allow-stable-yank`.',
  not_found: 'Check the path; `detail` says what is wrong with a name or a version.',
  prime_not_found: 'Ask the next registry, if there is one. Check the spelling.',
  version_not_found: 'Choose from the list of versions, or ask the next registry.',
  atom_not_found: 'Check the id; the list of atoms of a version has all of them.',
  atoms_not_read: 'Read the tarball itself. The operator can run `prime-registry index`.',
  method_not_allowed: 'Use a method from `Allow`.',
  request_timeout: 'Send it again over a faster line, or ask the operator to raise `request-timeout`.',
  version_exists:
    'Publish a higher version. After an answer that was lost, compare `sha256`: it may be your own publish.',
  tarball_too_large: 'Leave out what readers do not need, split the Prime, or ask the operator for more.',
  body_too_large: 'Send no more than the endpoint takes.',
  range_not_satisfiable: 'Ask within the length in `Content-Range`, or for the whole.',
  rate_limited: 'Wait as long as `Retry-After` says, and ask less often; `RateLimit` says what is left.',
  headers_too_large: 'Send fewer or shorter headers, or a shorter path.',
  internal_error: 'Try again. If it stays, give the `request_id` to the operator.',
  storage_unavailable:
    'Wait as long as `Retry-After` says. If it stays, tell the operator. Ask no other registry.',
  index_rebuilding: 'Wait as long as `Retry-After` says. The log of the server says how far the rebuild is.',
  upstream_unavailable:
    'Wait as long as `Retry-After` says. If it stays, tell the operator. Ask no other registry.',
  upstream_mismatch: 'Try again later. If it stays, tell the operators of both registries; ask no other one.',
  overloaded: 'Wait as long as `Retry-After` says. If it stays, tell the operator. Ask no other registry.',
  shutting_down: 'Try again: another process or the next start answers.',
};

const BEGIN = '<!-- Made by `npm run docs:errors`: change packages/protocol/src/error-codes.ts instead. -->';
const END = '<!-- End of what is made. -->';

/** The document with its table brought up to date. @throws Error when it has no place for the table */
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
