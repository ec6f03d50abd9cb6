// The manifest of one version (contract sections 2, 4.3 and 9).
import { type Check, ofContract, type Rule } from '../check.ts';
import {
  expectBytes,
  expectDigest,
  expectEqual,
  expectJsonType,
  expectStatus,
  stringField,
} from '../expectations/expect.ts';
import { expectShape, VERSION_MANIFEST } from '../expectations/shape.ts';
import type { ManifestFields } from '../fixtures/fixture.ts';
import { jsonOf } from '../http/exchange.ts';
import { manifestPath, tarballPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';

/** Fields of the manifest that must be returned as published. Adding a row adds a check. */
const echoedFields: readonly { readonly field: keyof ManifestFields; readonly section: string }[] = [
  { field: 'name', section: '2' },
  { field: 'version', section: '2' },
  { field: 'description', section: '2' },
  { field: 'license', section: '2' },
  { field: 'atoms', section: '2' },
  { field: 'namespaces', section: '2' },
  { field: 'prime-version', section: '9' },
];

const echoChecks: readonly Rule[] = echoedFields.map(({ field, section }) => ({
  id: `manifest.${field}`,
  section,
  title: `The manifest gives ${field} as published`,
  run: async ({ stage }) => {
    const { exchange, body } = await stage.manifest();
    if (!(field in body)) throw new Unmet(`the field ${field} is missing`);
    expectEqual(exchange, field, ordered(body[field]), ordered(stage.first.fields[field]));
  },
}));

/** The order of namespaces has no meaning. */
function ordered(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

export const manifestChecks: readonly Check[] = ofContract('4.3', [
  {
    id: 'manifest.ok',
    title: 'The manifest of a published version, its name plain in the path, answers 200',
    run: async ({ stage }) => {
      const exchange = await stage.manifestAnswer();
      expectStatus(exchange, 200);
      jsonOf(exchange);
    },
  },
  {
    id: 'manifest.content-type',
    title: 'The manifest is declared as JSON',
    level: 'recommended',
    run: async ({ stage }) => {
      const { exchange } = await stage.manifest();
      expectJsonType(exchange);
    },
  },
  {
    id: 'manifest.fields',
    section: '2',
    title: 'The manifest has its nine fields in their types',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.manifest();
      expectShape(exchange, 'a manifest', body, VERSION_MANIFEST);
    },
  },
  ...echoChecks,
  {
    id: 'manifest.sha256',
    section: '2',
    title: "The manifest's sha256 is the checksum of the tarball",
    run: async ({ stage, remark }) => {
      const { exchange, body } = await stage.manifest();
      remark(expectDigest(exchange, stringField(body, 'sha256'), stage.first.tarball));
    },
  },
  {
    id: 'manifest.tarball-url',
    section: '2',
    title: "The manifest's tarball_url has the form /pack/<name>/<version>/tarball",
    run: async ({ stage }) => {
      const { exchange, body } = await stage.manifest();
      expectEqual(exchange, 'tarball_url', stringField(body, 'tarball_url'), tarballPath(stage.first));
    },
  },
  {
    id: 'manifest.tarball-url-downloads',
    section: '4.4',
    title: "The manifest's tarball_url, below the base address, downloads the tarball",
    run: async ({ session, stage }) => {
      const { body } = await stage.manifest();
      const url = stringField(body, 'tarball_url');
      if (!/^\/[\x21-\x7e]*$/.test(url)) throw new Unmet('the tarball_url is not a path');
      expectBytes(await session.read(url), stage.first.tarball);
    },
  },
  {
    id: 'manifest.every-version',
    title: 'Every version answers with its own manifest, text beyond ASCII unchanged',
    run: async ({ session, stage }) => {
      for (const release of (await stage.releases()).slice(1)) {
        const exchange = await session.read(manifestPath(release));
        expectStatus(exchange, 200);
        const body = jsonOf(exchange);
        for (const { field } of echoedFields) {
          expectEqual(exchange, field, ordered(body[field]), ordered(release.fields[field]));
        }
        expectDigest(exchange, stringField(body, 'sha256'), release.tarball);
      }
    },
  },
  {
    id: 'manifest.unknown-prime',
    title: 'The manifest of an unknown Prime answers 404',
    run: async ({ session }) => {
      const release = { name: session.newName('unknown'), version: '1.0.0' };
      expectStatus(await session.read(manifestPath(release)), 404);
    },
  },
  {
    id: 'manifest.unknown-version',
    title: 'The manifest of an unknown version of a published Prime answers 404',
    run: async ({ session, stage }) => {
      const { name } = await stage.published();
      expectStatus(await session.read(manifestPath({ name, version: '9.9.9' })), 404);
    },
  },
]);
