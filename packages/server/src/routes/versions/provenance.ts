// GET /-/primes/…/provenance: which identity published a version, as an in-toto statement. It is made of what the
// registry keeps of the publish. Nothing signs it: the entry in the transparency log says the same, and can be proved.
import {
  formatTimestamp,
  type PrimeName,
  type ProvenanceStatement,
  ProvenanceStatementSchema,
  PUBLISH_PREDICATE_TYPE,
  parseLogEntry,
  RegistryError,
  ROUTES,
  STATEMENT_TYPE,
  type Version,
} from '@prime-registry/protocol';
import { readVersion } from '../../http/requests/prime-path.ts';
import { json, problems, REMOVED, UPSTREAM_AWAY, VersionParamsSchema } from '../responses.ts';
import type { Route } from '../route.ts';
import type { Needs } from '../route-deps.ts';
import { findRecord } from './find-record.ts';

export const provenance: Route<'store' | 'mirror' | 'reading'> = {
  path: ROUTES.provenance,
  schema: {
    operationId: 'readProvenance',
    summary: 'Read which identity published a version, as an in-toto statement',
    params: VersionParamsSchema,
    response: {
      200: json(ProvenanceStatementSchema, 'The statement; also of a yanked version.'),
      ...problems(
        [404, 'The Prime or the version is not in this registry, or no identity is known that published it.'],
        ...REMOVED,
        UPSTREAM_AWAY,
      ),
    },
  },
  async handle(deps, request): Promise<ProvenanceStatement> {
    const { name, version } = readVersion(request);
    const { record } = await findRecord(deps, request, { name, version });
    const { provenance: publisher, origin, sha256, publishedAtMs } = record;
    if (publisher === undefined) throw withoutProvenance(name, record.version);
    const entry = await findEntry(deps, name, version);
    return {
      _type: STATEMENT_TYPE,
      subject: [{ name: `${name.full}@${record.version}`, digest: { sha256 } }],
      predicateType: PUBLISH_PREDICATE_TYPE,
      predicate: {
        publisher,
        publishedAt: formatTimestamp(publishedAtMs),
        ...(entry !== undefined && { entry }),
        ...(origin !== undefined && { origin }),
      },
    };
  },
};

async function findEntry({ store }: Needs<'store'>, name: PrimeName, version: Version) {
  const found = await store.findLoggedVersion(name.full, version);
  return found && { type: parseLogEntry(found.entry).type, index: found.index };
}

function withoutProvenance({ full }: PrimeName, version: string): RegistryError {
  return new RegistryError('no_provenance', {
    detail: `${full} ${version} was not published by an identity of an issuer that the registry trusts, but with a token that somebody made, or before the registry kept it.`,
  });
}
