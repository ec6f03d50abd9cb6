// Where the keys of issuers of identity tokens are found, each issuer one row.
import { record } from './audit-log.ts';
import type { TrustRuleStore } from './contracts/trust-rule-store.ts';
import type { SqlStoreDeps } from './engine.ts';
import { prepareQuery } from './sql/prepared-query.ts';
import { toTrustIssuer } from './sql/trust-rule-row.ts';

/** Creates the part of the store for issuers. */
export function createTrustIssuers(
  deps: SqlStoreDeps,
): Pick<TrustRuleStore, 'setTrustIssuer' | 'findTrustIssuer' | 'listTrustIssuers'> {
  const { transact, reader } = deps;
  const findIssuer = prepareQuery((db, { issuer }: { issuer: string }) =>
    db.selectFrom('trust_issuers').where('issuer', '=', issuer).selectAll(),
  );

  return {
    async setTrustIssuer({ issuer, jwksFile, caFile, allowPrivateAddresses }, act) {
      const values = {
        jwks_file: jwksFile ?? null,
        ca_file: caFile ?? null,
        allow_private: allowPrivateAddresses ? 1 : 0,
      };
      await transact(async (transaction) => {
        await transaction
          .insertInto('trust_issuers')
          .values({ issuer, ...values })
          .onConflict((conflict) => conflict.column('issuer').doUpdateSet(values))
          .execute();
        const files = { jwks_file: jwksFile, ca_file: caFile };
        await record(transaction, {
          ...act,
          details: { issuer, ...files, private_addresses: allowPrivateAddresses ? 'allowed' : undefined },
        });
      });
    },

    async findTrustIssuer(issuer) {
      const [row] = await findIssuer(reader, { issuer });
      return row && toTrustIssuer(row);
    },

    async listTrustIssuers() {
      return (await reader.selectFrom('trust_issuers').selectAll().orderBy('issuer').execute()).map(
        toTrustIssuer,
      );
    },
  };
}
