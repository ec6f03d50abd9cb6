// The checks of the database, and whether its search index is complete, in plain SQL; only that of the
// transparency log, which shares its code with the store, loads the query builder.
import {
  ATOM_DEFECTS_SQL,
  type CheckedInventory,
  findInventoryDefect,
  INVENTORIES_AT_A_TIME,
} from '../atoms/atom-defects.ts';
import type { RegistryStore } from '../contracts/registry-store.ts';
import type { IndexStore } from '../contracts/search/index-store.ts';
import { findSqliteDefects } from '../sqlite/find-sqlite-defects.ts';
import { translateSqliteError } from '../sqlite/translate-sqlite-error.ts';
import { SEARCH_FORM, SEARCH_INDEX } from '../upgrade/index-forms.ts';
import type { LedgerConnection } from './connection.ts';

type LedgerChecks = Pick<RegistryStore, 'findDefects'> & Pick<IndexStore, 'isSearchWhole'>;

export function createLedgerChecks(file: string, { select }: LedgerConnection): LedgerChecks {
  return {
    async findDefects() {
      const defects = translateSqliteError(() => findSqliteDefects(file));
      defects.push(...select<{ defect: string }>(ATOM_DEFECTS_SQL).map(({ defect }) => defect));
      for (let lastId = 0; ; ) {
        const inventories = select<CheckedInventory>(
          `select version_id, atom_count, contents from inventories where version_id > :last
          order by version_id limit :limit`,
          { last: lastId, limit: INVENTORIES_AT_A_TIME },
        );
        defects.push(...inventories.map(findInventoryDefect).filter((defect) => defect !== undefined));
        const last = inventories.at(-1);
        if (last === undefined) break;
        lastId = last.version_id;
      }
      const { findSqliteLogDefects } = await import('../sqlite/find-sqlite-log-defects.ts');
      return [...defects, ...(await findSqliteLogDefects(file))];
    },

    async isSearchWhole() {
      const [state] = select<{ form: number }>('select form from index_states where name = :name', {
        name: SEARCH_INDEX,
      });
      return state?.form === SEARCH_FORM;
    },
  };
}
