// Signatures that come after the publish, and the keys that sign for a scope.
import { MAX_SIGNATURES, MAX_SIGNERS, RegistryError, scopeOf } from '@prime-registry/protocol';
import { type Kysely, sql, type Transaction } from 'kysely';
import { createAuditRecorder } from '../audit-log.ts';
import type { Act, AuditEntry } from '../contracts/audit-store.ts';
import type { SignatureStore } from '../contracts/signature-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import { describeAct, type LoggedAct } from '../log/act-entry.ts';
import { createLogAppender } from '../log/append-entries.ts';
import type { Schema } from '../sql/schema.ts';
import { signerNotAllowed } from './find-unsigned.ts';
import { createSignatureInserter, decodeSignedBy } from './keep-signatures.ts';
import { createSignerFinder } from './signer-finder.ts';

/** @param placeOf - the index of an entry, from the one that its append returned: a recovery does entries again */
export function createSignatureStore(
  { transact, locks, reader, log }: SqlStoreDeps,
  placeOf = (index: number): number => index,
): SignatureStore {
  const record = createAuditRecorder();
  const appendToLog = createLogAppender(log);
  const findSigner = createSignerFinder();
  const insertSignatures = createSignatureInserter();

  /** Records and logs a change of a scope. @returns the index of its entry */
  async function tell(
    transaction: Transaction<Schema>,
    act: Act,
    logged: LoggedAct,
    audited: Pick<AuditEntry, 'name' | 'version' | 'details'>,
  ): Promise<number> {
    await record(transaction, { ...act, ...audited });
    const [entry] = await appendToLog(transaction, [{ entry: describeAct(act, logged) }]);
    if (entry === undefined) throw new Error('an append returned no entry');
    return placeOf(entry.index);
  }

  return {
    async listSignatures(name, { identity }) {
      const rows = await reader
        .selectFrom('version_signatures')
        .where('version_id', '=', versionOf(reader, name, identity).select('versions.id'))
        .selectAll()
        .orderBy('position')
        .execute();
      return rows.map(({ fingerprint, armored, signed_at_ms, principal, since_index }) => ({
        ...{ fingerprint, armored, signedAtMs: signed_at_ms },
        ...{ principal: principal ?? undefined, sinceIndex: since_index ?? undefined },
      }));
    },

    addSignature: ({ name, version: { identity }, act, ...signature }) =>
      transact(async (transaction) => {
        const scope = scopeOf(name);
        await locks.lockScopes(transaction, [scope]);
        const row = await versionOf(transaction, name, identity)
          .select(['versions.id', 'version', 'sha256', 'signed_by'])
          .executeTakeFirst();
        if (row === undefined) return undefined;
        const { fingerprint } = signature;
        const signedBy = decodeSignedBy(row.signed_by) ?? [];
        if (signedBy.includes(fingerprint)) return 'known';
        if (signedBy.length >= MAX_SIGNATURES) throw tooMany(`the version has ${MAX_SIGNATURES} signatures`);
        const [signer] = await findSigner(transaction, { scope, fingerprint });
        if (signer === undefined && (await requiresSignature(transaction, scope)))
          throw signerNotAllowed(scope, fingerprint);
        const placed = { versionId: row.id, scope, position: signedBy.length, atMs: act.atMs, signature };
        await insertSignatures(transaction, [placed]);
        await transaction
          .updateTable('versions')
          .set({ signed_by: [...signedBy, fingerprint].join(' ') })
          .where('id', '=', row.id)
          .execute();
        const { version, sha256 } = row;
        const logged = { type: 'sign', name, version, sha256, fingerprint } as const;
        await tell(transaction, act, logged, { name, version, details: { fingerprint } });
        return 'added';
      }),

    async findScopeSigning(scope) {
      const rows = await reader
        .selectFrom('scope_signers')
        .where('scope', '=', scope)
        .selectAll()
        .orderBy('since_index')
        .execute();
      return {
        requiresSignature: await requiresSignature(reader, scope),
        signers: rows.map(({ fingerprint, key, principal, since_index, until_index }) => ({
          ...{ fingerprint, key, principal: principal ?? undefined },
          ...{ sinceIndex: since_index, untilIndex: until_index ?? undefined },
        })),
      };
    },

    addSigner: (scope, { fingerprint, key, principal }, act) =>
      transact(async (transaction) => {
        await locks.lockScopes(transaction, [scope]);
        const [known] = await findSigner(transaction, { scope, fingerprint });
        // A repeated request must not make the log longer.
        if (known !== undefined && (known.principal ?? undefined) === principal) return;
        if (known === undefined && (await countSigners(transaction, scope)) >= MAX_SIGNERS)
          throw tooMany(`${scope} has ${MAX_SIGNERS} keys`);
        const logged = { type: 'signer', scope, change: 'add', fingerprint, key, principal } as const;
        const index = await tell(transaction, act, logged, {
          details: { scope, fingerprint, principal, change: 'add' },
        });
        // The lock of the scope is held, so nobody who waits for the log needs these rows.
        if (known !== undefined) await endSigner(transaction, scope, fingerprint, index);
        const row = { scope, fingerprint, key, principal: principal ?? null };
        await transaction
          .insertInto('scope_signers')
          .values({ ...row, since_index: index, until_index: null })
          .execute();
      }),

    removeSigner: (scope, fingerprint, act) =>
      transact(async (transaction) => {
        await locks.lockScopes(transaction, [scope]);
        const [known] = await findSigner(transaction, { scope, fingerprint });
        if (known === undefined) return false;
        const { key } = known;
        const principal = known.principal ?? undefined;
        const logged = { type: 'signer', scope, change: 'remove', fingerprint, key, principal } as const;
        const details = { scope, fingerprint, principal, change: 'remove' };
        const index = await tell(transaction, act, logged, { details });
        await endSigner(transaction, scope, fingerprint, index);
        return true;
      }),

    setSigningPolicy: (scope, requires, act) =>
      transact(async (transaction) => {
        await locks.lockScopes(transaction, [scope]);
        if ((await requiresSignature(transaction, scope)) === requires) return;
        const logged = { type: 'signing-policy', scope, require_signature: requires } as const;
        const details = { scope, require_signature: requires ? 'yes' : 'no' };
        const change = {
          require_signature: requires ? 1 : 0,
          since_index: await tell(transaction, act, logged, { details }),
        };
        await transaction
          .insertInto('signing_policies')
          .values({ scope, ...change })
          .onConflict((conflict) => conflict.column('scope').doUpdateSet(change))
          .execute();
      }),

    async listSignedBytes({ versionId, position }, limit) {
      return reader
        .selectFrom('version_signatures')
        .innerJoin('versions', 'versions.id', 'version_id')
        .innerJoin('primes', 'primes.id', 'versions.prime_id')
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('version_id', 'position'), '>', tuple(versionId, position)),
        )
        .orderBy('version_id')
        .orderBy('position')
        .limit(limit)
        .select([
          ...(['version_id as versionId', 'position', 'primes.name', 'version', 'sha256'] as const),
          ...(['source_manifest as sourceManifest', 'fingerprint', 'armored'] as const),
        ])
        .execute();
    },

    async listSigningScopes(after, limit) {
      const { rows } = await sql<{ scope: string }>`
        select scope from scope_signers where scope > ${after}
        union select scope from signing_policies where scope > ${after}
        order by scope limit ${limit}`.execute(reader);
      return rows.map(({ scope }) => scope);
    },
  };
}

function versionOf(db: Pick<Kysely<Schema>, 'selectFrom'>, name: string, identity: string) {
  return db
    .selectFrom('versions')
    .where('prime_id', '=', (primes) =>
      primes.selectFrom('primes').where('name', '=', name).select('primes.id'),
    )
    .where('identity', '=', identity);
}

async function requiresSignature(db: Kysely<Schema>, scope: string): Promise<boolean> {
  const row = await db
    .selectFrom('signing_policies')
    .where('scope', '=', scope)
    .select('require_signature')
    .executeTakeFirst();
  return row?.require_signature === 1;
}

async function countSigners(transaction: Transaction<Schema>, scope: string): Promise<number> {
  const row = await transaction
    .selectFrom('scope_signers')
    .where('scope', '=', scope)
    .where('until_index', 'is', null)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function endSigner(
  transaction: Transaction<Schema>,
  scope: string,
  fingerprint: string,
  index: number,
): Promise<void> {
  await transaction
    .updateTable('scope_signers')
    .set({ until_index: index })
    .where('scope', '=', scope)
    .where('fingerprint', '=', fingerprint)
    .where('until_index', 'is', null)
    .execute();
}

function tooMany(what: string): RegistryError {
  return new RegistryError('invalid_request', { detail: `${what}, and no more are possible.` });
}
