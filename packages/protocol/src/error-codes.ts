// The only table of error codes. Server, clients, API reference and docs/errors.md all read it; statuses and
// titles are defined nowhere else.

/** The fixed properties of an error code. */
export interface ErrorDefinition {
  /** HTTP status (contract section 7; statuses the contract does not name follow RFC 9110). */
  readonly status: number;
  /** A short text, the same for every occurrence (RFC 9457, section 3.1.3). */
  readonly title: string;
  /** When the error occurs, in full sentences. */
  readonly when: string;
  /** Whether the same request may succeed later, unchanged. */
  readonly retry: boolean;
}

const TABLE = {
  invalid_request: {
    status: 400,
    title: 'The request is malformed',
    when: 'The request line, a header or a percent-escape in the path cannot be parsed, or the body is not what the endpoint accepts.',
    retry: false,
  },
  invalid_form: {
    status: 400,
    title: 'The publish form is invalid',
    when: 'The request is not multipart/form-data, is cut off, or a part is missing, repeated or empty.',
    retry: false,
  },
  invalid_manifest: {
    status: 400,
    title: 'The manifest does not match its schema',
    when: 'The manifest is not YAML, lacks a required field, has a malformed field, contains an access token, or does not match the tarball.',
    retry: false,
  },
  invalid_tarball: {
    status: 400,
    title: 'The tarball is not acceptable',
    when: 'The tarball is not a complete .tar.gz, is unsafe or ambiguous to unpack, has an access token in its README, or a valid one of this registry anywhere.',
    retry: false,
  },
  secret_found: {
    status: 400,
    title: 'The publish contains what looks like a secret',
    when: 'A file or the manifest has a key of a well-known format, such as a private key or a token of a forge. Only if the registry enforces it.',
    retry: false,
  },
  invalid_query: {
    status: 400,
    title: 'The query does not match its schema',
    when: 'A query parameter is missing, repeated, out of range or of the wrong type.',
    retry: false,
  },
  version_step_too_small: {
    status: 400,
    title: 'The version step is too small',
    when: 'Since the previous version, atoms or verbs were removed, or atoms or edges added, and the version number does not increase enough. Only if the registry or the form enforces the rule.',
    retry: false,
  },
  unauthenticated: {
    status: 401,
    title: 'A valid token is required',
    when: 'The bearer token is missing, malformed, unknown, expired or revoked.',
    retry: false,
  },
  permission_missing: {
    status: 403,
    title: 'The token lacks a permission',
    when: 'The token is valid but does not have the permission that the operation requires.',
    retry: false,
  },
  scope_not_allowed: {
    status: 403,
    title: 'The token may not write to this scope',
    when: 'The token is valid but its scopes do not include the scope of the Prime.',
    retry: false,
  },
  name_of_another_registry: {
    status: 403,
    title: 'The name belongs to another registry',
    when: 'The Prime to publish was mirrored from an upstream registry. Its versions are published there.',
    retry: false,
  },
  scope_quota_exceeded: {
    status: 403,
    title: 'The scope quota is exceeded',
    when: 'The publish exceeds the quota of the scope: the number of its versions, or the total size of their tarballs, manifests, READMEs and atoms.',
    retry: false,
  },
  stable_yank_refused: {
    status: 403,
    title: 'Stable versions cannot be yanked',
    when: 'The version is not a prerelease, and the registry does not allow yanks of stable versions (contract section 4.6).',
    retry: false,
  },
  prime_moved: {
    status: 403,
    title: 'The Prime has moved',
    when: 'The Prime has another name now. New versions are published under that name.',
    retry: false,
  },
  channel_protected: {
    status: 403,
    title: 'The channel is protected',
    when: 'Only an admin token may move this channel. The operator protects it with protected-channels.',
    retry: false,
  },
  removal_refused: {
    status: 403,
    title: 'The version cannot be removed',
    when: 'Only an operator may remove the version: owners may not, or it was published too long ago, or somebody has downloaded it.',
    retry: false,
  },
  head_not_signed: {
    status: 403,
    title: 'The head is not signed by the log',
    when: 'A witness is asked to cosign the head of a log, and none of the keys that it knows of this log has signed it, or a signature is bad (C2SP tlog-witness).',
    retry: false,
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    when: 'No endpoint has this path, or the name or version in it is malformed and so cannot exist.',
    retry: false,
  },
  prime_not_found: {
    status: 404,
    title: 'The Prime is not in this registry',
    when: 'The registry has no version of the Prime. A client may ask its next registry.',
    retry: false,
  },
  version_not_found: {
    status: 404,
    title: 'The version is not in this registry',
    when: 'The registry has the Prime, but not this version.',
    retry: false,
  },
  channel_not_found: {
    status: 404,
    title: 'The Prime has no such channel',
    when: 'The registry has the Prime, but no channel with this name to remove.',
    retry: false,
  },
  deprecation_not_found: {
    status: 404,
    title: 'The Prime has no such deprecation',
    when: 'The registry has the Prime, but no deprecation of exactly this range to remove.',
    retry: false,
  },
  atom_not_found: {
    status: 404,
    title: 'The atom is not in this registry',
    when: 'No Prime has an atom with this id in its latest version, or the requested version does not have it.',
    retry: false,
  },
  atoms_not_read: {
    status: 404,
    title: 'The atoms of this version were not read',
    when: 'The registry has the version, but did not read its atoms: it was published before the registry supported atoms, or while the registry was too busy.',
    retry: false,
  },
  not_logged_yet: {
    status: 404,
    title: 'The version is not in the log yet',
    when: 'The version was published before the registry had a transparency log, and is not in it yet. Retry-After says when to ask again.',
    retry: true,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed',
    when: 'The path supports other methods. The Allow header lists them.',
    retry: false,
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long',
    when: 'The request did not arrive within the time limit.',
    retry: true,
  },
  version_exists: {
    status: 409,
    title: 'The version is already published',
    when: 'The version was published before, with the same or other bytes, yanked or not. Versions are never replaced.',
    retry: false,
  },
  version_yanked: {
    status: 409,
    title: 'The version is yanked',
    when: 'A channel cannot name a yanked version.',
    retry: false,
  },
  move_refused: {
    status: 409,
    title: 'The Prime cannot move there',
    when: 'The new name has no versions yet, has itself moved, or is the same.',
    retry: false,
  },
  version_removed: {
    status: 410,
    title: 'The version was removed',
    when: 'The content of the version was removed, such as for a secret in it. Its number is never free again.',
    retry: false,
  },
  log_restarted: {
    status: 410,
    title: 'The log has another name',
    when: 'The cursor belongs to a log that ended, such as before the restore of a backup, or to another registry. `common` entries are the same in both; `next` is the cursor behind them.',
    retry: false,
  },
  tarball_too_large: {
    status: 413,
    title: 'The tarball is too large',
    when: 'The tarball, its unpacked size or its number of entries exceeds the limit of the registry.',
    retry: false,
  },
  body_too_large: {
    status: 413,
    title: 'The request body is too large',
    when: 'A JSON body, or a form as a whole, exceeds its size limit.',
    retry: false,
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range lies outside the tarball',
    when: 'The Range header asks for bytes past the end (RFC 9110, section 14.2).',
    retry: false,
  },
  misdirected_request: {
    status: 421,
    title: 'The registry does not have this host name',
    when: 'The Host header names a host that is not the registry: a website may be misusing the browser of somebody on its network. The setting allowed-hosts has the names of the registry.',
    retry: false,
  },
  head_contradicts: {
    status: 422,
    title: 'The head does not extend the last one',
    when: 'A witness is asked to cosign the head of a log, and the proof does not show that it extends the last head that the witness has cosigned (C2SP tlog-witness).',
    retry: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'The token or the address sent too many requests, or too many bad tokens. Retry-After says when to try again.',
    retry: true,
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    when: 'The request line and headers together exceed 16 KiB.',
    retry: false,
  },
  version_removed_by_law: {
    status: 451,
    title: 'The version was removed for legal reasons',
    when: 'The content of the version was removed for legal reasons (RFC 7725). Its number is never free again.',
    retry: false,
  },
  internal_error: {
    status: 500,
    title: 'The registry failed',
    when: 'The registry has a defect. Its log has the details under the request id.',
    retry: true,
  },
  storage_unavailable: {
    status: 503,
    title: 'The storage of the registry is unavailable',
    when: 'The database or the blob store cannot be read or written at the moment. This is never a 404: the Prime may exist.',
    retry: true,
  },
  log_halted: {
    status: 503,
    title: 'The transparency log is halted',
    when: 'The registry has signed what its database no longer has, such as after the restore of a backup. It accepts no changes until the operator decides how to go on; everything is served.',
    retry: true,
  },
  index_rebuilding: {
    status: 503,
    title: 'The search index is being rebuilt',
    when: 'A search comes while a server rebuilds the search index after an upgrade. Everything else is served.',
    retry: true,
  },
  upstream_unavailable: {
    status: 503,
    title: 'An upstream registry is unavailable',
    when: 'The registry does not have the Prime or version. An upstream may have it, but does not answer correctly.',
    retry: true,
  },
  upstream_mismatch: {
    status: 502,
    title: 'An upstream registry sent wrong content',
    when: 'A tarball from an upstream does not have the SHA-256 of its manifest, or is another Prime; or the transparency log of the upstream does not prove the version. The registry discarded it.',
    retry: true,
  },
  upstream_changed: {
    status: 502,
    title: 'An upstream registry has replaced a version',
    when: 'An upstream has a version with another SHA-256 than it had when this registry pulled it, or than its transparency log says; or its log contradicts what it signed before. A version is never replaced, so the registry passes nothing of it on.',
    retry: true,
  },
  overloaded: {
    status: 503,
    title: 'The registry is overloaded',
    when: 'There are too many connections or uploads, or the process is short of CPU time or memory. The body was not read.',
    retry: true,
  },
  shutting_down: {
    status: 503,
    title: 'The registry is shutting down',
    when: 'The process is stopping and accepts no new requests.',
    retry: true,
  },
} as const satisfies Record<string, ErrorDefinition>;

/** A stable identifier of an error; see {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof TABLE;

/** Every error code with its definition. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorDefinition>> = TABLE;
