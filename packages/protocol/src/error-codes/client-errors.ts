// Errors of requests: statuses 400 to 499.
import { permanent, temporary } from './error-definition.ts';

export const CLIENT_ERRORS = {
  ...permanent(400, {
    invalid_request: {
      title: 'The request is malformed',
      when: 'The request line, a header or a percent-escape in the path cannot be parsed, or the body is not what the endpoint accepts.',
    },
    invalid_form: {
      title: 'The publish form is invalid',
      when: 'The request is not multipart/form-data, is cut off, or a part is missing, repeated or empty.',
    },
    invalid_manifest: {
      title: 'The manifest does not match its schema',
      when: 'The manifest is not YAML, lacks a required field, has a malformed field, contains an access token, or does not match the tarball.',
    },
    invalid_tarball: {
      title: 'The tarball is not acceptable',
      when: 'The tarball is not a complete .tar.gz, is unsafe or ambiguous to unpack, has an access token in its README, or a valid one of this registry anywhere.',
    },
    invalid_signature: {
      title: 'A signature is not acceptable',
      when: 'A signature is not in the form of SSHSIG, is for something else than this version, or is of a key that is too weak or of an unknown type.',
    },
    secret_found: {
      title: 'The publish contains what looks like a secret',
      when: 'A file or the manifest has a key of a well-known format, such as a private key or a token of a forge. Only if the registry enforces it.',
    },
    invalid_query: {
      title: 'The query does not match its schema',
      when: 'A query parameter is missing, repeated, out of range or of the wrong type.',
    },
    version_step_too_small: {
      title: 'The version step is too small',
      when: 'Since the previous version, atoms or verbs were removed, or atoms or edges added, and the version number does not increase enough. Only if the registry or the form enforces the rule.',
    },
  }),
  ...permanent(401, {
    unauthenticated: {
      title: 'A valid token is required',
      when: 'The bearer token is missing, malformed, unknown, expired or revoked.',
    },
  }),
  ...permanent(403, {
    permission_missing: {
      title: 'The token lacks a permission',
      when: 'The token is valid but does not have the permission that the operation requires.',
    },
    scope_not_allowed: {
      title: 'The token may not write to this scope',
      when: 'The token is valid but its scopes do not include the scope of the Prime.',
    },
    prime_not_allowed: {
      title: 'The token may not write to this Prime',
      when: 'The token is valid, but limited to other Primes, or to other versions of this one. What concerns a whole Prime, such as a move or a channel, needs a token without a range.',
    },
    name_of_another_registry: {
      title: 'The name belongs to another registry',
      when: 'The Prime to publish was mirrored from an upstream registry. Its versions are published there.',
    },
    scope_quota_exceeded: {
      title: 'The scope quota is exceeded',
      when: 'The publish exceeds the quota of the scope: the number of its versions, or the total size of their tarballs, manifests, READMEs and atoms.',
    },
    stable_yank_refused: {
      title: 'Stable versions cannot be yanked',
      when: 'The version is not a prerelease, and the registry does not allow yanks of stable versions (contract section 4.6).',
    },
    prime_moved: {
      title: 'The Prime has moved',
      when: 'The Prime has another name now. New versions are published under that name.',
    },
    channel_protected: {
      title: 'The channel is protected',
      when: 'Only an admin token may move this channel. The operator protects it with protected-channels.',
    },
    signature_required: {
      title: 'The scope requires signatures',
      when: 'The publish has no signature, but the scope takes only versions that are signed by one of its keys.',
    },
    signer_not_allowed: {
      title: 'The key may not sign for the scope',
      when: 'The signature is good, but its key is not one of the scope, which requires signatures.',
    },
    removal_refused: {
      title: 'The version cannot be removed',
      when: 'Only an operator may remove the version: owners may not, or it was published too long ago, or somebody has downloaded it.',
    },
    head_not_signed: {
      title: 'The head is not signed by the log',
      when: 'A witness is asked to cosign the head of a log, and none of the keys that it knows of this log has signed it, or a signature is bad (C2SP tlog-witness).',
    },
  }),
  ...permanent(404, {
    not_found: {
      title: 'There is nothing at this address',
      when: 'No endpoint has this path, or the name or version in it is malformed and so cannot exist.',
    },
    prime_not_found: {
      title: 'The Prime is not in this registry',
      when: 'The registry has no version of the Prime. A client may ask its next registry.',
    },
    version_not_found: {
      title: 'The version is not in this registry',
      when: 'The registry has the Prime, but not this version.',
    },
    channel_not_found: {
      title: 'The Prime has no such channel',
      when: 'The registry has the Prime, but no channel with this name to remove.',
    },
    signer_not_found: {
      title: 'There is no such signer',
      when: 'The scope has no key with this fingerprint that may sign.',
    },
    deprecation_not_found: {
      title: 'The Prime has no such deprecation',
      when: 'The registry has the Prime, but no deprecation of exactly this range to remove.',
    },
    atom_not_found: {
      title: 'The atom is not in this registry',
      when: 'No Prime has an atom with this id in its latest version, or the requested version does not have it.',
    },
    atoms_not_read: {
      title: 'The atoms of this version were not read',
      when: 'The registry has the version, but did not read its atoms: it was published before the registry supported atoms, or while the registry was too busy.',
    },
    no_provenance: {
      title: 'The version has no provenance',
      when: 'The version was published with a token that somebody made, so no identity is known that published it.',
    },
  }),
  ...temporary(404, {
    not_logged_yet: {
      title: 'The version is not in the log yet',
      when: 'The version was published before the registry had a transparency log, and is not in it yet. Retry-After says when to ask again.',
    },
  }),
  ...permanent(405, {
    method_not_allowed: {
      title: 'The method is not allowed',
      when: 'The path supports other methods. The Allow header lists them.',
    },
  }),
  ...temporary(408, {
    request_timeout: {
      title: 'The request took too long',
      when: 'The request did not arrive within the time limit.',
    },
  }),
  ...permanent(409, {
    version_exists: {
      title: 'The version is already published',
      when: 'The version was published before, with the same or other bytes, yanked or not. Versions are never replaced.',
    },
    version_yanked: {
      title: 'The version is yanked',
      when: 'A channel cannot name a yanked version.',
    },
    move_refused: {
      title: 'The Prime cannot move there',
      when: 'The new name has no versions yet, has itself moved, or is the same.',
    },
  }),
  ...permanent(410, {
    version_removed: {
      title: 'The version was removed',
      when: 'The content of the version was removed, such as for a secret in it. Its number is never free again.',
    },
    log_restarted: {
      title: 'The log has another name',
      when: 'The cursor belongs to a log that ended, such as before the restore of a backup, or to another registry. `common` entries are the same in both; `next` is the cursor behind them.',
    },
  }),
  ...permanent(413, {
    tarball_too_large: {
      title: 'The tarball is too large',
      when: 'The tarball, its unpacked size or its number of entries exceeds the limit of the registry.',
    },
    body_too_large: {
      title: 'The request body is too large',
      when: 'A JSON body, or a form as a whole, exceeds its size limit.',
    },
  }),
  ...permanent(416, {
    range_not_satisfiable: {
      title: 'The range lies outside the tarball',
      when: 'The Range header asks for bytes past the end (RFC 9110, section 14.2).',
    },
  }),
  ...permanent(421, {
    misdirected_request: {
      title: 'The registry does not have this host name',
      when: 'The Host header names a host that is not the registry: a website may be misusing the browser of somebody on its network. The setting allowed-hosts has the names of the registry.',
    },
  }),
  ...permanent(422, {
    head_contradicts: {
      title: 'The head does not extend the last one',
      when: 'A witness is asked to cosign the head of a log, and the proof does not show that it extends the last head that the witness has cosigned (C2SP tlog-witness).',
    },
  }),
  ...temporary(429, {
    rate_limited: {
      title: 'Too many requests',
      when: 'The token or the address sent too many requests, or too many bad tokens. Retry-After says when to try again.',
    },
  }),
  ...permanent(431, {
    headers_too_large: {
      title: 'The request headers are too large',
      when: 'The request line and headers together exceed 16 KiB.',
    },
  }),
  ...permanent(451, {
    version_removed_by_law: {
      title: 'The version was removed for legal reasons',
      when: 'The content of the version was removed for legal reasons (RFC 7725). Its number is never free again.',
    },
  }),
};
