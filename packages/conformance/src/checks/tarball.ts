// Downloads of a tarball and conditional requests (contract sections 4.4 and 7; RFC 9110, sections 8.8 and
// 13).
import { gunzipSync } from 'node:zlib';
import { type Check, ofContract } from '../check.ts';
import { describeBytes, expectBytes, expectEqual, expectStatus, fail } from '../expectations/expect.ts';
import { tarballPath } from '../http/paths.ts';
import { Unmet } from '../outcome.ts';
import type { Stage } from '../session/stage.ts';

const ENTITY_TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

async function etagOf(stage: Stage): Promise<string> {
  const { etag } = (await stage.tarball()).headers;
  if (etag === undefined) throw new Unmet('the tarball has no ETag');
  return etag;
}

export const tarballChecks: readonly Check[] = ofContract('4.4', [
  {
    id: 'tarball.ok',
    title: 'The tarball of a published version answers 200',
    run: async ({ stage }) => expectStatus(await stage.tarballAnswer(), 200),
  },
  {
    id: 'tarball.content-type',
    title: 'The tarball is declared as application/gzip',
    run: async ({ stage }) => {
      const exchange = await stage.tarball();
      const type = exchange.headers['content-type'] ?? 'missing';
      if (!/^application\/gzip\s*(?:;|$)/i.test(type))
        fail(exchange, 'Content-Type application/gzip', `Content-Type ${type}`);
    },
  },
  {
    id: 'tarball.bytes',
    title: 'The tarball is byte for byte as published',
    run: async ({ stage }) => expectBytes(await stage.tarball(), stage.first.tarball),
  },
  {
    id: 'tarball.every-version',
    title: 'Every version answers with its own tarball',
    run: async ({ session, stage }) => {
      for (const release of (await stage.releases()).slice(1)) {
        expectBytes(await session.read(tarballPath(release)), release.tarball);
      }
    },
  },
  {
    id: 'tarball.content-coding',
    title: 'A client that undoes content codings also receives the bytes that were published',
    run: async ({ session, stage, remark }) => {
      const { tarball } = await stage.published();
      const exchange = await session.read(tarballPath(stage.first), { 'Accept-Encoding': 'gzip' });
      expectStatus(exchange, 200);
      const coding = exchange.headers['content-encoding'] ?? 'identity';
      if (coding === 'identity') return;
      if (coding !== 'gzip') fail(exchange, 'Content-Encoding gzip or none', `Content-Encoding ${coding}`);
      const decoded = gunzipSync(exchange.body);
      if (!decoded.equals(tarball)) {
        fail(
          exchange,
          `the ${describeBytes(tarball)}`,
          `Content-Encoding gzip over the ${describeBytes(decoded)}`,
        );
      }
      remark('the tarball is compressed a second time for the transfer, without benefit');
    },
  },
  {
    id: 'tarball.etag',
    title: 'The tarball has an ETag in the form that HTTP gives it',
    run: async ({ stage }) => {
      const exchange = await stage.tarball();
      const { etag } = exchange.headers;
      if (etag === undefined || !ENTITY_TAG.test(etag)) {
        fail(exchange, 'an ETag such as "abc"', etag === undefined ? 'no ETag' : `ETag ${etag}`);
      }
    },
  },
  {
    id: 'tarball.not-modified',
    title: "If-None-Match with the tarball's ETag answers 304",
    run: async ({ session, stage }) => {
      const etag = await etagOf(stage);
      expectStatus(await session.read(tarballPath(stage.first), { 'If-None-Match': etag }), 304);
    },
  },
  {
    id: 'tarball.not-modified-empty',
    section: '7',
    title: 'A 304 ends with its head: no body follows',
    run: async ({ session, stage }) => {
      const etag = await etagOf(stage);
      const { request, status, bytesAfterHead } = await session.readRaw(tarballPath(stage.first), {
        'If-None-Match': etag,
      });
      if (status !== 304) throw new Unmet(`the conditional request was answered with ${status}`);
      const exchange = { ...(await stage.tarball()), request };
      expectEqual(exchange, 'bytes after the head', bytesAfterHead, 0);
    },
  },
  {
    id: 'tarball.not-modified-list',
    title: "If-None-Match with a list that contains the tarball's ETag answers 304",
    level: 'recommended',
    run: async ({ session, stage }) => {
      const list = `"some-other-tag", ${await etagOf(stage)}`;
      expectStatus(await session.read(tarballPath(stage.first), { 'If-None-Match': list }), 304);
    },
  },
  {
    id: 'tarball.modified',
    title: 'If-None-Match with another ETag answers 200 and the tarball',
    run: async ({ session, stage }) => {
      await etagOf(stage);
      const exchange = await session.read(tarballPath(stage.first), { 'If-None-Match': '"some-other-tag"' });
      expectBytes(exchange, stage.first.tarball);
    },
  },
  {
    id: 'tarball.unknown-prime',
    title: 'The tarball of an unknown Prime answers 404',
    run: async ({ session }) => {
      const release = { name: session.newName('unknown'), version: '1.0.0' };
      expectStatus(await session.read(tarballPath(release)), 404);
    },
  },
  {
    id: 'tarball.unknown-version',
    title: 'The tarball of an unknown version of a published Prime answers 404',
    run: async ({ session, stage }) => {
      const { name } = await stage.published();
      expectStatus(await session.read(tarballPath({ name, version: '9.9.9' })), 404);
    },
  },
]);
