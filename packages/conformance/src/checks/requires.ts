// What a version requires: not part of the contract, and checked if a registry shows it in its manifests.
import { beyondContract, type Check } from '../check.ts';
import { expectEqual, expectStatus, fail } from '../expectations/expect.ts';
import { formOf, makeRelease } from '../fixtures/fixture.ts';
import { isJsonObject, jsonOf } from '../http/exchange.ts';
import { listPath } from '../http/paths.ts';
import { precondition, Unmet } from '../outcome.ts';
import { entriesOf } from '../session/stage.ts';

export const requiresChecks: readonly Check[] = beyondContract([
  {
    id: 'requires.manifest',
    title: 'The manifest gives the required Primes and their ranges as published',
    run: async ({ stage }) => {
      const { exchange, body, release } = await stage.requiring();
      expectEqual(exchange, 'requires', body.requires, release.fields.requires);
    },
  },
  {
    id: 'requires.absent',
    title: 'The manifest of a version that requires no Primes has no requires, or an empty one',
    run: async ({ stage }) => {
      await stage.requiring();
      const { exchange, body } = await stage.manifest();
      expectEqual(exchange, 'requires', body.requires ?? {}, {});
    },
  },
  {
    id: 'requires.list',
    title: 'The version list gives the same, or requires_omitted: true',
    run: async ({ session, stage }) => {
      const { release } = await stage.requiring();
      const exchange = await session.read(listPath(release.name));
      const list = await precondition('the version list', () => jsonOf(exchange));
      const entry = entriesOf(list).find(({ version }) => version === release.version);
      if (entry === undefined) throw new Unmet('the version list does not have the version');
      if (entry.requires === undefined && entry.requires_omitted === true) return;
      if (!isJsonObject(entry.requires))
        fail(exchange, 'an entry with requires or requires_omitted: true', JSON.stringify(entry));
      expectEqual(exchange, 'requires of the entry', entry.requires, release.fields.requires);
    },
  },
  {
    id: 'requires.malformed',
    title: 'A publish whose requires has no name, or no range, answers 400',
    run: async ({ session, stage }) => {
      await stage.requiring();
      for (const requires of [{ 'without-a-scope': '^1' }, { [session.newName('wanted')]: 'no range' }]) {
        const release = makeRelease(session.newName('requiring'), '1.0.0', { requires });
        expectStatus(await session.publish(formOf(release)), 400);
      }
    },
  },
]);
