// The one table of error codes. Server, clients, API reference and docs/errors.md all read it; no other place
// decides a status or a title.

/** What is fixed about an error code. */
export interface ErrorDefinition {
  /** HTTP status (contract section 7; statuses the contract does not name follow RFC 9110). */
  readonly status: number;
  /** Short and the same for every occurrence (RFC 9457, section 3.1.3). */
  readonly title: string;
  /** When it happens. */
  readonly when: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retry: boolean;
}

const TABLE = {
  invalid_request: {
    status: 400,
    title: 'The request is malformed',
    when: 'The request line, a header or a percent-escape in the path cannot be read, or a JSON body is not what the endpoint takes.',
    retry: false,
  },
  invalid_form: {
    status: 400,
    title: 'The form is not a publish form',
    when: 'A publish is not multipart/form-data, is cut off, or a part is missing, repeated or empty.',
    retry: false,
  },
  invalid_manifest: {
    status: 400,
    title: 'The manifest does not match its schema',
    when: 'The manifest part is not YAML, misses a field, has a malformed one, or disagrees with the tarball.',
    retry: false,
  },
  invalid_tarball: {
    status: 400,
    title: 'The tarball cannot be accepted',
    when: 'The tarball is not a whole .tar.gz, or holds something that is unsafe or ambiguous to unpack.',
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
    title: 'The version promises less than was changed',
    when: 'Since the version before, atoms were removed or added, and the step of the version is too small for that; the registry enforces the rule.',
    retry: false,
  },
  unauthenticated: {
    status: 401,
    title: 'A valid token is needed',
    when: 'The bearer token is missing, malformed, unknown, expired or revoked.',
    retry: false,
  },
  permission_missing: {
    status: 403,
    title: 'The token may not do this',
    when: 'The token is good but lacks the permission for the operation.',
    retry: false,
  },
  scope_not_allowed: {
    status: 403,
    title: 'The token may not write to this scope',
    when: 'The token is good but its scopes do not include the scope of the Prime.',
    retry: false,
  },
  name_of_another_registry: {
    status: 403,
    title: 'The name belongs to another registry',
    when: 'A publish is for a Prime whose versions this registry has from another one.',
    retry: false,
  },
  scope_quota_exceeded: {
    status: 403,
    title: 'The scope is full',
    when: 'The scope of the Prime has as many versions, or as many bytes of tarballs, as the registry allows it.',
    retry: false,
  },
  stable_yank_refused: {
    status: 403,
    title: 'Stable versions cannot be yanked',
    when: 'A yank names a version that is not a prerelease, and the registry does not allow that (contract section 4.6).',
    retry: false,
  },
  not_found: {
    status: 404,
    title: 'There is nothing at this address',
    when: 'No endpoint has this path, or the name or version in it is not well-formed and so cannot exist.',
    retry: false,
  },
  prime_not_found: {
    status: 404,
    title: 'The Prime is not in this registry',
    when: 'No version of the Prime was ever published here; a client may ask its next registry.',
    retry: false,
  },
  version_not_found: {
    status: 404,
    title: 'The version is not in this registry',
    when: 'The Prime exists here, the version was never published here.',
    retry: false,
  },
  atom_not_found: {
    status: 404,
    title: 'The atom is not in this registry',
    when: 'No latest version of a Prime has an atom of this id, or the version that was asked for has none.',
    retry: false,
  },
  atoms_not_read: {
    status: 404,
    title: 'The atoms of this version are not known',
    when: 'The version is here, but its tarball was not read for atoms: it was published before the registry did so.',
    retry: false,
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    when: 'The path exists with other methods; Allow lists them.',
    retry: false,
  },
  request_timeout: {
    status: 408,
    title: 'The request took too long',
    when: 'The request did not arrive within the time allowed.',
    retry: true,
  },
  version_exists: {
    status: 409,
    title: 'The version is already published',
    when: 'The version was published before, with whatever bytes, yanked or not. Versions are never replaced.',
    retry: false,
  },
  tarball_too_large: {
    status: 413,
    title: 'The tarball is too large',
    when: 'The tarball, what it unpacks to, or its number of entries is over the limit of the registry.',
    retry: false,
  },
  body_too_large: {
    status: 413,
    title: 'The request body is too large',
    when: 'A JSON body, or a form as a whole, is over its limit.',
    retry: false,
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The range lies outside the tarball',
    when: 'A Range header asks for bytes behind the end (RFC 9110, section 14.2).',
    retry: false,
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    when: 'The token or the address has asked too often, or has shown too many bad tokens; Retry-After says when to ask again.',
    retry: true,
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    when: 'The request line and headers together are over 16 KiB.',
    retry: false,
  },
  internal_error: {
    status: 500,
    title: 'The registry failed',
    when: 'A defect of the registry; its log has the details under the request id.',
    retry: true,
  },
  storage_unavailable: {
    status: 503,
    title: 'The storage of the registry is unavailable',
    when: 'The database or the blobs cannot be read or written just now. Never a 404: the Prime may well exist.',
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
    title: 'A registry behind this one cannot be asked',
    when: 'What is not here may be in a registry that this one mirrors, and that does not answer as it should.',
    retry: true,
  },
  upstream_mismatch: {
    status: 502,
    title: 'A registry behind this one sent something else than it promised',
    when: 'A tarball of a registry that this one mirrors has not the SHA-256 of its manifest, or is another Prime; nothing of it was kept.',
    retry: true,
  },
  overloaded: {
    status: 503,
    title: 'The registry is overloaded',
    when: 'There are too many connections or uploads, or the process is short of time or memory; nothing of the body was read.',
    retry: true,
  },
  shutting_down: {
    status: 503,
    title: 'The registry is shutting down',
    when: 'The process is stopping and takes no new requests.',
    retry: true,
  },
} as const satisfies Record<string, ErrorDefinition>;

/** A stable word for what went wrong; see {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof TABLE;

/** Every error code with its definition. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorDefinition>> = TABLE;
