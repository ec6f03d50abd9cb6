// Errors of the registry and of what it depends on: statuses 500 to 599.
import { temporary } from './error-definition.ts';

export const SERVER_ERRORS = {
  ...temporary(500, {
    internal_error: {
      title: 'The registry failed',
      when: 'The registry has a defect. Its log has the details under the request id.',
    },
  }),
  ...temporary(503, {
    storage_unavailable: {
      title: 'The storage of the registry is unavailable',
      when: 'The database or the blob store cannot be read or written at the moment. This is never a 404: the Prime may exist.',
    },
    log_halted: {
      title: 'The transparency log is halted',
      when: 'The registry has signed what its database no longer has, such as after the restore of a backup. It accepts no changes until the operator decides how to go on; everything is served.',
    },
    index_rebuilding: {
      title: 'The search index is being rebuilt',
      when: 'A search comes while a server rebuilds the search index after an upgrade. Everything else is served.',
    },
    upstream_unavailable: {
      title: 'An upstream registry is unavailable',
      when: 'The registry does not have the Prime or version. An upstream may have it, but does not answer correctly.',
    },
  }),
  ...temporary(502, {
    upstream_mismatch: {
      title: 'An upstream registry sent wrong content',
      when: 'A tarball from an upstream does not have the SHA-256 of its manifest, or is another Prime; or the transparency log of the upstream does not prove the version. The registry discarded it.',
    },
    upstream_changed: {
      title: 'An upstream registry has replaced a version',
      when: 'An upstream has a version with another SHA-256 than it had when this registry pulled it, or than its transparency log says; or its log contradicts what it signed before. A version is never replaced, so the registry passes nothing of it on.',
    },
  }),
  ...temporary(503, {
    issuer_unavailable: {
      title: 'The issuer of the identity is unavailable',
      when: 'The registry needs the keys of the issuer, and cannot have them at the moment. Retry-After says when to try again.',
    },
    overloaded: {
      title: 'The registry is overloaded',
      when: 'There are too many connections or uploads, or the process is short of CPU time or memory. The body was not read.',
    },
    shutting_down: {
      title: 'The registry is shutting down',
      when: 'The process is stopping and accepts no new requests.',
    },
  }),
};
