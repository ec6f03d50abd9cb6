// Shows for every rule of the layering an import that breaks it, and one beside it that does not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findLayerViolations, type WorkspacePackage } from './layer-violations.ts';

const PACKAGES: readonly WorkspacePackage[] = [
  { name: '@prime-registry/protocol', folder: 'protocol', exports: ['.'] },
  { name: '@prime-registry/archive', folder: 'archive', exports: ['.'] },
  { name: 'prime-registry', folder: 'server', exports: ['.'] },
  { name: '@prime-registry/client', folder: 'client', exports: ['.'] },
  { name: '@prime-registry/testkit', folder: 'testkit', exports: ['.', './contract-suites'] },
];

/** The messages for one file of one statement; `path` is relative to `packages/`. */
function check(path: string, statement: string): string[] {
  return findLayerViolations([{ path: `packages/${path}`, text: `${statement}\n` }], PACKAGES).map(
    ({ message }) => message,
  );
}

interface Example {
  readonly rule: string;
  readonly path: string;
  readonly breaks: readonly string[];
  readonly keeps: readonly string[];
}

const EXAMPLES: readonly Example[] = [
  {
    rule: 'protocol imports nothing internal and does no I/O',
    path: 'protocol/src/wire/a.ts',
    breaks: [
      "import { a } from '@prime-registry/archive';",
      "import type { A } from 'prime-registry';",
      "import { readFile } from 'node:fs/promises';",
      "import http from 'http';",
      "import { connect } from 'node:net';",
      "import { spawn } from 'node:child_process';",
    ],
    keeps: [
      "import { createHash } from 'node:crypto';",
      "import { a } from '../a.ts';",
      "import { parse } from 'yaml';",
    ],
  },
  {
    rule: 'archive imports only protocol',
    path: 'archive/src/a.ts',
    breaks: ["import { a } from 'prime-registry';", "import { a } from '@prime-registry/testkit';"],
    keeps: ["import { a } from '@prime-registry/protocol';", "import { open } from 'node:fs/promises';"],
  },
  {
    rule: 'client imports only protocol',
    path: 'client/src/a.ts',
    breaks: ["import { a } from '@prime-registry/archive';"],
    keeps: ["import { a } from '@prime-registry/protocol';"],
  },
  {
    rule: 'cli imports only client, archive and protocol',
    path: 'cli/src/commands/a.ts',
    breaks: ["import { a } from 'prime-registry';"],
    keeps: ["import { a } from '@prime-registry/client';", "import { a } from '@prime-registry/archive';"],
  },
  {
    rule: 'conformance imports no code of the workspace, in its tests neither',
    path: 'conformance/test/a.test.ts',
    breaks: [
      "import { a } from '@prime-registry/protocol';",
      "import { a } from '@prime-registry/testkit';",
      "import { a } from '../../protocol/src/a.ts';",
    ],
    keeps: ["import { a } from '../src/a.ts';", "import { createServer } from 'node:http';"],
  },
  {
    rule: 'the server knows protocol, archive and client, not those who use it',
    path: 'server/src/main.ts',
    breaks: ["import { a } from '@prime-registry/testkit';"],
    keeps: ["import { a } from '@prime-registry/client';", "import { a } from './store/a.ts';"],
  },
  {
    rule: 'actions know the interfaces of store and blobs and nothing of HTTP',
    path: 'server/src/actions/publish-version/a.ts',
    breaks: [
      "import { a } from '../../store/versions.ts';",
      "import { type A } from '../../store/versions.ts';",
      "export { a } from '../../blobs/blob-store.ts';",
      "const { a } = await import('../../blobs/s3.ts');",
      "import type { A } from '../../http/a.ts';",
      "import type { A } from '../../routes/index.ts';",
      "import { a } from '../../pages/a.ts';",
      "import type { FastifyRequest } from 'fastify';",
      "import { sql } from 'kysely';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import pg from 'pg';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: [
      "import type { A } from '../../store/versions.ts';",
      "export type { A } from '../../blobs/blob-store.ts';",
      "import { a } from '../authorize.ts';",
      "import { a } from '@prime-registry/archive';",
      "import { pipeline } from 'node:stream/promises';",
    ],
  },
  ...['routes', 'pages'].map((folder) => ({
    rule: `${folder} know store and blobs by type alone, and no driver`,
    path: `server/src/${folder}/a.ts`,
    breaks: [
      "import { a } from '../store/versions.ts';",
      "import { a } from '../blobs/s3.ts';",
      "import type { Kysely } from 'kysely';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import pg from 'pg';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: [
      "import type { A } from '../store/versions.ts';",
      "import { a } from '../actions/a.ts';",
      "import { a } from '../http/a.ts';",
    ],
  })),
  {
    rule: 'pages know nothing of Fastify',
    path: 'server/src/pages/a.ts',
    breaks: ["import type { FastifyReply } from 'fastify';"],
    keeps: ["import { a } from '@prime-registry/protocol';"],
  },
  {
    rule: 'store knows nothing of HTTP, of the blobs or of what is above it',
    path: 'server/src/store/sqlite/a.ts',
    breaks: [
      "import type { A } from '../../blobs/blob-store.ts';",
      "import { a } from '../../http/a.ts';",
      "import { a } from '../../routes/index.ts';",
      "import { a } from '../../pages/a.ts';",
      "import type { A } from '../../actions/a.ts';",
      "import type { FastifyRequest } from 'fastify';",
    ],
    keeps: [
      "import { Kysely } from 'kysely';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import pg from 'pg';",
      "import { a } from '../versions.ts';",
    ],
  },
  {
    rule: 'blobs know nothing of HTTP, of the store or of what is above them',
    path: 'server/src/blobs/a.ts',
    breaks: [
      "import type { A } from '../store/versions.ts';",
      "import { a } from '../http/a.ts';",
      "import { a } from '../routes/index.ts';",
      "import { a } from '../pages/a.ts';",
      "import { a } from '../actions/a.ts';",
      "import Fastify from 'fastify';",
    ],
    keeps: ["const s3 = await import('./s3/s3-blob-store.ts');", "import { open } from 'node:fs/promises';"],
  },
  {
    rule: 'the SDK of the object store stays where the bucket is',
    path: 'server/src/blobs/s3/a.ts',
    breaks: ["import type { A } from '../../store/versions.ts';", "import pg from 'pg';"],
    keeps: ["import { S3Client } from '@aws-sdk/client-s3';"],
  },
  {
    rule: 'and is not seen from the blobs around it',
    path: 'server/src/blobs/a.ts',
    breaks: ["import { S3Client } from '@aws-sdk/client-s3';"],
    keeps: ["import type { S3Location } from './blob-location.ts';"],
  },
  {
    rule: 'kysely, drivers and SDKs stay in the server',
    path: 'testkit/src/a.ts',
    breaks: [
      "import { Kysely } from 'kysely/helpers/sqlite';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: ["import { a } from 'prime-registry';"],
  },
  {
    rule: 'the multipart parser stays in http, whoever else may know Fastify',
    path: 'server/src/routes/publish.ts',
    breaks: ["import { Busboy } from '@fastify/busboy';"],
    keeps: ["import type { FastifyRequest } from 'fastify';"],
  },
  {
    rule: 'in http both are at home',
    path: 'server/src/http/a.ts',
    breaks: ["import { sql } from 'kysely';"],
    keeps: ["import { Busboy } from '@fastify/busboy';", "import Fastify from 'fastify';"],
  },
  {
    rule: 'of the files at the top only build-server.ts knows Fastify',
    path: 'server/src/main.ts',
    breaks: ["import Fastify from 'fastify';", "import swagger from '@fastify/swagger';"],
    keeps: ["import { a } from './build-server.ts';"],
  },
  {
    rule: 'build-server.ts may construct everything',
    path: 'server/src/build-server.ts',
    breaks: ["import { sql } from 'kysely';"],
    keeps: ["import Fastify from 'fastify';", "import { a } from './blobs/file-system-blob-store.ts';"],
  },
  {
    rule: 'relative imports stay in their package',
    path: 'testkit/src/a.ts',
    breaks: ["import { a } from '../../server/src/a.ts';", "import '../../../scripts/a.ts';"],
    keeps: ["import { a } from './deep/a.ts';"],
  },
  {
    rule: 'packages are entered by their doors',
    path: 'bench/src/a.ts',
    breaks: [
      "import { a } from '@prime-registry/protocol/src/version.ts';",
      "import { a } from '@prime-registry/testkit/actors';",
    ],
    keeps: [
      "import { a } from '@prime-registry/testkit/contract-suites';",
      "import { a } from '@prime-registry/protocol-extras';",
    ],
  },
  {
    rule: 'a package does not go through its own door',
    path: 'server/src/routes/a.ts',
    breaks: ["import { a } from 'prime-registry';"],
    keeps: ["import { a } from '../actions/a.ts';"],
  },
];

describe('the layers', () => {
  for (const { rule, path, breaks, keeps } of EXAMPLES) {
    it(rule, () => {
      for (const statement of breaks) assert.notDeepEqual(check(path, statement), [], statement);
      for (const statement of keeps) assert.deepEqual(check(path, statement), [], statement);
    });
  }

  it('a violation names file, line, layers and rule', () => {
    const text = "import { a } from './a.ts';\n\nimport {\n  b,\n  c,\n} from '@prime-registry/client';\n";
    assert.deepEqual(findLayerViolations([{ path: 'packages/archive/src/b.ts', text }], PACKAGES), [
      {
        path: 'packages/archive/src/b.ts',
        line: 3,
        message: 'archive may not import client (rule: archive imports only protocol)',
      },
    ]);
  });
});
