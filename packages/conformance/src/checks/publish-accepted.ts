// The response to a valid publish (contract sections 2, 4.1 and 9).
import { type Check, ofContract } from '../check.ts';
import {
  expectBytes,
  expectDigest,
  expectEqual,
  expectJsonType,
  expectStatus,
  stringField,
} from '../expectations/expect.ts';
import { expectShape, RECEIPT } from '../expectations/shape.ts';
import { makeRelease, manifestPart, tarballPart } from '../fixtures/fixture.ts';
import { tarballPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';

export const acceptedPublishChecks: readonly Check[] = ofContract('4.1', [
  {
    id: 'publish.created',
    title: 'A publish of a manifest and a tarball answers 201',
    run: async ({ stage }) => expectStatus(await stage.firstPublish(), 201),
  },
  {
    id: 'publish.content-type',
    title: 'The receipt is declared as JSON',
    level: 'recommended',
    run: async ({ stage }) => {
      const { exchange } = await stage.receipt();
      expectJsonType(exchange);
    },
  },
  {
    id: 'publish.receipt-fields',
    section: '2',
    title: 'The receipt has name, version, sha256 and url, all strings',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.receipt();
      expectShape(exchange, 'a receipt', body, RECEIPT);
    },
  },
  {
    id: 'publish.receipt-name',
    section: '2',
    title: 'The receipt names the Prime that was published',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.receipt();
      expectEqual(exchange, 'name', stringField(body, 'name'), stage.first.name);
    },
  },
  {
    id: 'publish.receipt-version',
    section: '2',
    title: 'The receipt names the version that was published',
    run: async ({ stage }) => {
      const { exchange, body } = await stage.receipt();
      expectEqual(exchange, 'version', stringField(body, 'version'), stage.first.version);
    },
  },
  {
    id: 'publish.receipt-sha256',
    section: '2',
    title: "The receipt's sha256 is the checksum of the bytes that were sent",
    run: async ({ stage, remark }) => {
      const { exchange, body } = await stage.receipt();
      remark(expectDigest(exchange, stringField(body, 'sha256'), stage.first.tarball));
    },
  },
  {
    id: 'publish.receipt-url',
    section: '2',
    title: "The receipt's url has the form /pack/<name>/<version>/tarball",
    run: async ({ stage }) => {
      const { exchange, body } = await stage.receipt();
      expectEqual(exchange, 'url', stringField(body, 'url'), tarballPath(stage.first));
    },
  },
  {
    id: 'publish.receipt-url-downloads',
    section: '4.4',
    title: "The receipt's url, below the base address, downloads the bytes that were sent",
    run: async ({ session, stage }) => {
      const { body } = await stage.receipt();
      const url = stringField(body, 'url');
      if (!/^\/[\x21-\x7e]*$/.test(url)) throw new Unmet('the url is not a path');
      expectBytes(await session.read(url), stage.first.tarball);
    },
  },
  {
    id: 'publish.tarball-first',
    title: 'The tarball part may come before the manifest part',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('order'), '1.0.0');
      const parts = [tarballPart(release.tarball), manifestPart(release.manifestText)];
      expectStatus(await session.publish(parts, { remark: 'tarball part first' }), 201);
    },
  },
  {
    id: 'publish.manifest-as-file',
    title: 'The manifest may be sent as a file part, as form tools do with a file',
    level: 'recommended',
    run: async ({ session }) => {
      const release = makeRelease(session.newName('file'), '1.0.0');
      const file = {
        ...manifestPart(release.manifestText),
        fileName: 'pack.yaml',
        contentType: 'application/yaml',
      };
      const parts = [file, tarballPart(release.tarball)];
      expectStatus(await session.publish(parts, { remark: 'manifest as a file part' }), 201);
    },
  },
  {
    id: 'publish.further-versions',
    section: '9',
    title: 'A Prime takes further versions, a prerelease among them, each answered with 201',
    run: async ({ stage }) => {
      for (const { exchange } of await stage.furtherPublishes()) expectStatus(exchange, 201);
    },
  },
]);
