// The version list (contract sections 2, 4.2 and 9).
import { type Check, ofContract } from '../check.ts';
import { expectEqual, expectJsonType, expectStatus, fail, stringField } from '../expectations/expect.ts';
import { expectShape, VERSION_ENTRY, VERSION_LIST } from '../expectations/shape.ts';
import { findMoment, isUtcTimestamp } from '../expectations/timestamp.ts';
import { makeRelease } from '../fixtures/fixture.ts';
import { jsonOf } from '../http/exchange.ts';
import { listPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';
import { entriesOf } from '../session/stage.ts';

const DAY_MS = 86_400_000;

export const versionsChecks: readonly Check[] = ofContract('2', [
  {
    id: 'versions.ok',
    section: '4.2',
    title: 'The version list of a published Prime, its name percent-encoded in the path, answers 200',
    run: async ({ stage }) => {
      const exchange = await stage.listAnswer();
      expectStatus(exchange, 200);
      jsonOf(exchange);
    },
  },
  {
    id: 'versions.content-type',
    section: '4.2',
    title: 'The version list is declared as JSON',
    level: 'recommended',
    run: async ({ stage }) => {
      const { exchange } = await stage.list();
      expectJsonType(exchange);
    },
  },
  {
    id: 'versions.fields',
    title: 'The version list has name (string), versions (array) and latest (string)',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.list();
      expectShape(exchange, 'a version list', body, VERSION_LIST);
    },
  },
  {
    id: 'versions.entry-fields',
    title: 'Each entry of versions is an object with version and published_at, both strings',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.list();
      const versions = body.versions;
      if (!Array.isArray(versions)) throw new Unmet('versions is not an array');
      for (const entry of versions) expectShape(exchange, 'entries of versions', entry, VERSION_ENTRY);
    },
  },
  {
    id: 'versions.name',
    title: 'The version list has the name of the requested Prime',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.list();
      expectEqual(exchange, 'name', stringField(body, 'name'), stage.first.name);
    },
  },
  {
    id: 'versions.complete',
    title: 'The version list has one entry for each published version, and no others',
    run: async ({ stage }) => {
      const { exchange, entries } = await stage.listEntries();
      const listed = entries.map((entry) => stringField(entry, 'version')).sort();
      const published = (await stage.releases()).map(({ version }) => version).sort();
      expectEqual(exchange, 'versions', listed, published);
    },
  },
  {
    id: 'versions.published-at',
    title: 'Each published_at is an ISO 8601 timestamp in UTC',
    run: async ({ stage }) => {
      const { exchange, entries } = await stage.listEntries();
      for (const entry of entries) {
        const publishedAt = stringField(entry, 'published_at');
        if (!isUtcTimestamp(publishedAt)) {
          fail(
            exchange,
            'published_at such as 2026-01-31T12:00:00Z',
            `published_at ${JSON.stringify(publishedAt)}`,
          );
        }
      }
    },
  },
  {
    id: 'versions.published-now',
    title: 'Each published_at is the time of the publish, give or take a day for clocks that differ',
    run: async ({ stage }) => {
      const { exchange, entries } = await stage.listEntries();
      const nowMs = Date.now();
      for (const entry of entries) {
        const publishedAt = stringField(entry, 'published_at');
        const publishedMs = findMoment(publishedAt);
        if (publishedMs === undefined) throw new Unmet('published_at is not a timestamp in UTC');
        if (Math.abs(publishedMs - nowMs) > DAY_MS) {
          const now = new Date(nowMs).toISOString();
          fail(exchange, `published_at within a day of ${now}`, `published_at "${publishedAt}"`);
        }
      }
    },
  },
  {
    id: 'versions.latest',
    section: '9',
    title: 'latest is one of the published versions',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.list();
      const latest = stringField(body, 'latest');
      const published = (await stage.releases()).map(({ version }) => version);
      if (!published.includes(latest))
        fail(exchange, `latest one of ${published.join(', ')}`, `latest "${latest}"`);
    },
  },
  {
    id: 'versions.appears',
    section: '4.2',
    title: 'A name that answered 404 answers 200 as soon as it has been published',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('appearing'), '1.0.0');
      const before = await session.read(listPath(release.name));
      if (before.status !== 404)
        throw new Unmet(`the name answered ${before.status} before it was published`);
      await session.mustPublish(release);
      expectStatus(await session.read(listPath(release.name)), 200);
    },
  },
  {
    id: 'versions.fresh',
    section: '4.2',
    title: 'A version is in the list as soon as it has been published, even if the list was read before',
    run: async ({ session }) => {
      const name = session.newName('growing');
      await session.mustPublish(makeRelease(name, '1.0.0'));
      const before = await session.read(listPath(name));
      if (before.status !== 200) throw new Unmet(`the version list was answered with ${before.status}`);
      await session.mustPublish(makeRelease(name, '1.1.0'));
      const exchange = await session.read(listPath(name));
      const listed = entriesOf(jsonOf(exchange)).map((entry) => entry.version);
      if (!listed.includes('1.1.0'))
        fail(exchange, '1.1.0 in versions', `versions ${JSON.stringify(listed)}`);
    },
  },
  {
    id: 'versions.unknown',
    section: '4.2',
    title: 'The version list of an unknown Prime answers 404',
    run: async ({ session }) => expectStatus(await session.read(listPath(session.newName('unknown'))), 404),
  },
]);
