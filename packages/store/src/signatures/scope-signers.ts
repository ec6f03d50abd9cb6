// The keys that sign for a scope, and whether the scope requires signatures.
import { MAX_SIGNERS } from '@prime-registry/protocol';
import { sql } from 'kysely';
import type { SignatureStore } from '../contracts/signature-store.ts';
import type { SqlStoreDeps } from '../engine.ts';
import type { Database, Transaction } from '../sql/schema.ts';
import type { SigningRecorder } from './record-signing.ts';
import { findSigner } from './signer-finder.ts';
import { tooMany } from './too-many.ts';

type ScopeSigners = Pick<
  SignatureStore,
  'findScopeSigning' | 'addSigner' | 'removeSigner' | 'setSigningPolicy' | 'listSigningScopes'
>;

/** Creates the part of the store for the keys of scopes. */
export function createScopeSigners(
  { transact, locks, reader }: SqlStoreDeps,
  recordChange: SigningRecorder,
): ScopeSigners {
  return {
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
        const index = await recordChange(transaction, act, logged, {
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
        const index = await recordChange(transaction, act, logged, { details });
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
          since_index: await recordChange(transaction, act, logged, { details }),
        };
        await transaction
          .insertInto('signing_policies')
          .values({ scope, ...change })
          .onConflict((conflict) => conflict.column('scope').doUpdateSet(change))
          .execute();
      }),

    async listSigningScopes(after, limit) {
      const { rows } = await sql<{ scope: string }>`
        select scope from scope_signers where scope > ${after}
        union select scope from signing_policies where scope > ${after}
        order by scope limit ${limit}`.execute(reader);
      return rows.map(({ scope }) => scope);
    },
  };
}

/** Whether a scope requires signatures. */
export async function requiresSignature(db: Database, scope: string): Promise<boolean> {
  const row = await db
    .selectFrom('signing_policies')
    .where('scope', '=', scope)
    .select('require_signature')
    .executeTakeFirst();
  return row?.require_signature === 1;
}

async function countSigners(transaction: Transaction, scope: string): Promise<number> {
  const row = await transaction
    .selectFrom('scope_signers')
    .where('scope', '=', scope)
    .where('until_index', 'is', null)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function endSigner(
  transaction: Transaction,
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
