// The error table: its codes and statuses, which clients rely on.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ERROR_CODES } from '../src/error-codes.ts';
import { assertSentence } from './sentence.ts';

describe('the error table', () => {
  test('has these codes with these statuses', () => {
    const statuses = Object.fromEntries(
      Object.entries(ERROR_CODES).map(([code, { status }]) => [code, status]),
    );
    assert.deepEqual(statuses, {
      invalid_request: 400,
      invalid_form: 400,
      invalid_manifest: 400,
      invalid_tarball: 400,
      invalid_signature: 400,
      invalid_query: 400,
      secret_found: 400,
      version_step_too_small: 400,
      unauthenticated: 401,
      permission_missing: 403,
      scope_not_allowed: 403,
      prime_not_allowed: 403,
      stable_yank_refused: 403,
      name_of_another_registry: 403,
      prime_moved: 403,
      channel_protected: 403,
      removal_refused: 403,
      signature_required: 403,
      signer_not_allowed: 403,
      head_not_signed: 403,
      head_contradicts: 422,
      channel_not_found: 404,
      deprecation_not_found: 404,
      signer_not_found: 404,
      version_yanked: 409,
      move_refused: 409,
      version_removed: 410,
      version_removed_by_law: 451,
      log_restarted: 410,
      not_found: 404,
      prime_not_found: 404,
      version_not_found: 404,
      atom_not_found: 404,
      atoms_not_read: 404,
      no_provenance: 404,
      not_logged_yet: 404,
      method_not_allowed: 405,
      request_timeout: 408,
      version_exists: 409,
      tarball_too_large: 413,
      body_too_large: 413,
      range_not_satisfiable: 416,
      headers_too_large: 431,
      misdirected_request: 421,
      rate_limited: 429,
      overloaded: 503,
      scope_quota_exceeded: 403,
      internal_error: 500,
      storage_unavailable: 503,
      log_halted: 503,
      index_rebuilding: 503,
      upstream_unavailable: 503,
      upstream_mismatch: 502,
      upstream_changed: 502,
      shutting_down: 503,
      assertion_malformed: 400,
      assertion_header_refused: 400,
      issuer_not_trusted: 400,
      assertion_key_unknown: 400,
      assertion_signature_bad: 400,
      assertion_audience_wrong: 400,
      assertion_expired: 400,
      assertion_not_yet_valid: 400,
      assertion_too_old: 400,
      assertion_claim_bad: 400,
      assertion_used: 400,
      subject_token_invalid: 400,
      token_scope_refused: 400,
      token_audience_refused: 400,
      unsupported_grant_type: 400,
      exchange_not_configured: 404,
      identity_not_trusted: 403,
      issuer_unavailable: 503,
    });
  });

  test('allows a retry only if the request is not the cause', () => {
    for (const [code, { status, retry }] of Object.entries(ERROR_CODES)) {
      const isLater = status >= 500 || status === 408 || status === 429 || code === 'not_logged_yet';
      assert.equal(retry, isLater, code);
    }
  });

  for (const [code, { title, when }] of Object.entries(ERROR_CODES)) {
    test(`describes ${code} in words`, () => {
      assert.match(code, /^[a-z]+(_[a-z]+)*$/);
      assertSentence(title);
      assert.doesNotMatch(title, /[.!]$/);
      assertSentence(when);
      assert.match(when, /\.$/);
    });
  }

  test('has no title twice', () => {
    const titles = Object.values(ERROR_CODES).map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
  });
});
