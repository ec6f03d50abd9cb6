// For each layer rule, imports that break it and similar ones that do not.

/** Examples for one rule. */
interface LayerExample {
  readonly rule: string;
  /** The importing file, relative to `packages/`. */
  readonly path: string;
  readonly breaks: readonly string[];
  readonly keeps: readonly string[];
}

export const LAYER_EXAMPLES: readonly LayerExample[] = [
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
    rule: 'tlog imports nothing but its own files',
    path: 'tlog/src/tree/a.ts',
    breaks: [
      "import { a } from '@prime-registry/protocol';",
      "import { createHash } from 'node:crypto';",
      "import { sha256 } from '@noble/hashes/sha2.js';",
    ],
    keeps: ["import { a } from '../tlog-error.ts';"],
  },
  {
    rule: 'identity imports only protocol, and asks no issuer',
    path: 'identity/src/assertion/a.ts',
    breaks: [
      "import { a } from '@prime-registry/store';",
      "import { readFile } from 'node:fs/promises';",
      "import { fetch } from 'undici';",
    ],
    keeps: [
      "import { a } from '@prime-registry/protocol';",
      "import { createHash } from 'node:crypto';",
      "import { compactVerify } from 'jose';",
    ],
  },
  {
    rule: 'sshsig imports only protocol and node:crypto',
    path: 'sshsig/src/keys/a.ts',
    breaks: [
      "import { a } from '@prime-registry/tlog';",
      "import { readFileSync } from 'node:fs';",
      "import { spawn } from 'node:child_process';",
      "import sshpk from 'sshpk';",
    ],
    keeps: ["import { verify } from 'node:crypto';", "import { a } from '@prime-registry/protocol';"],
  },
  {
    rule: 'migrations never change: they import only each other',
    path: 'store/src/migrations/0099-later.ts',
    breaks: [
      "import { listTerms } from '../search/search-terms.ts';",
      "import type { Schema } from '../sql/schema.ts';",
      "import { parseVersion } from '@prime-registry/protocol';",
      "import { createHash } from 'node:crypto';",
      "import { parse } from 'yaml';",
    ],
    keeps: ["import { sql } from 'kysely';", "import type { ColumnTypes } from './column-types.ts';"],
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
    keeps: ["import { a } from '@prime-registry/tlog';", "import { a } from '@prime-registry/protocol';"],
  },
  {
    rule: 'cli imports only client, archive and protocol',
    path: 'cli/src/commands/a.ts',
    breaks: ["import { a } from 'prime-registry';"],
    keeps: ["import { a } from '@prime-registry/client';", "import { a } from '@prime-registry/archive';"],
  },
  {
    rule: 'conformance imports no code of the workspace, not even in its tests',
    path: 'conformance/test/a.test.ts',
    breaks: [
      "import { a } from '@prime-registry/protocol';",
      "import { a } from '@prime-registry/testkit';",
      "import { a } from '../../protocol/src/a.ts';",
    ],
    keeps: ["import { a } from '../src/a.ts';", "import { createServer } from 'node:http';"],
  },
  {
    rule: 'the server imports the packages below it, not those that use it',
    path: 'server/src/main.ts',
    breaks: ["import { a } from '@prime-registry/testkit';"],
    keeps: ["import { a } from '@prime-registry/client';", "import { a } from './http/a.ts';"],
  },
  {
    rule: 'actions import only types of store and blobs, and no HTTP',
    path: 'server/src/actions/publish-version/a.ts',
    breaks: [
      "import { a } from '@prime-registry/store';",
      "import { type A } from '@prime-registry/store';",
      "export { a } from '@prime-registry/blobs/file-system';",
      "const { a } = await import('@prime-registry/blobs/s3');",
      "import type { A } from '../../http/a.ts';",
      "import type { A } from '../../routes/index.ts';",
      "import type { A } from '../../mirror/mirror.ts';",
      "import type { A } from '@prime-registry/client';",
      "import { a } from '@prime-registry/web';",
      "import type { FastifyRequest } from 'fastify';",
      "import { sql } from 'kysely';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import pg from 'pg';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: [
      "import type { A } from '@prime-registry/store';",
      "export type { A } from '@prime-registry/blobs';",
      "import { a } from '../tokens/authorize.ts';",
      "import { a } from '@prime-registry/archive';",
      "import { pipeline } from 'node:stream/promises';",
    ],
  },
  {
    rule: 'routes import only types of store and blobs, and no driver',
    path: 'server/src/routes/a.ts',
    breaks: [
      "import { a } from '@prime-registry/store';",
      "import { a } from '@prime-registry/blobs/s3';",
      "import { a } from '@prime-registry/client';",
      "import { a } from '../commands/a.ts';",
      "import type { Kysely } from 'kysely';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import pg from 'pg';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: [
      "import type { A } from '@prime-registry/store';",
      "import { a } from '../actions/a.ts';",
      "import { a } from '../http/a.ts';",
      "import { a } from '@prime-registry/web';",
    ],
  },
  {
    rule: 'http never imports routes or commands',
    path: 'server/src/http/a.ts',
    breaks: [
      "import { a } from '../routes/a.ts';",
      "import type { A } from '../routes/route.ts';",
      "import type { A } from '../commands/a.ts';",
      "import { a } from '../config/a.ts';",
      "import { a } from '../metrics/a.ts';",
      "import { sql } from 'kysely';",
    ],
    keeps: [
      "import type { A } from '../config/a.ts';",
      "import { a } from '../actions/a.ts';",
      "import Fastify from 'fastify';",
    ],
  },
  {
    rule: 'settings import only types of the parts that they configure',
    path: 'server/src/config/a.ts',
    breaks: ["import { a } from '../actions/a.ts';", "import { a } from '../http/a.ts';"],
    keeps: ["import type { A } from '../mirror/upstreams/upstream.ts';"],
  },
  {
    rule: 'metrics import no HTTP',
    path: 'server/src/metrics/a.ts',
    breaks: ["import { a } from '../http/a.ts';", "import type { FastifyRequest } from 'fastify';"],
    keeps: ["import { Counter } from 'prom-client';", "import type { A } from '@prime-registry/store';"],
  },
  {
    rule: 'commands import no routes, HTTP or pages',
    path: 'server/src/commands/data/a.ts',
    breaks: [
      "import { a } from '../../http/a.ts';",
      "import { a } from '../../routes/a.ts';",
      "import { a } from '@prime-registry/web';",
    ],
    keeps: ["import { a } from '../../actions/a.ts';", "import { a } from '../../wiring/build-server.ts';"],
  },
  {
    rule: 'the mirror imports actions, and no HTTP of the server',
    path: 'server/src/mirror/pull/a.ts',
    breaks: [
      "import { a } from '../../http/a.ts';",
      "import { a } from '@prime-registry/store';",
      "import { a } from '@prime-registry/client';",
      "import { fetch } from 'undici';",
    ],
    keeps: ["import { a } from '../../actions/a.ts';", "import type { A } from '../upstreams/upstream.ts';"],
  },
  {
    rule: 'only mirror/upstreams calls other registries',
    path: 'server/src/mirror/upstreams/a.ts',
    breaks: ["import { a } from '../../http/a.ts';", "import { fetch } from 'undici';"],
    keeps: ["import { a } from '@prime-registry/client';", "import { a } from '@prime-registry/network';"],
  },
  {
    rule: 'pages import records, not the store, and no Fastify',
    path: 'web/src/pages/a.ts',
    breaks: [
      "import type { FastifyReply } from 'fastify';",
      "import { a } from '@prime-registry/store';",
      "import { a } from 'prime-registry';",
    ],
    keeps: [
      "import { a } from '@prime-registry/protocol';",
      "import type { A } from '@prime-registry/store';",
      "import markdown from 'markdown-it';",
    ],
  },
  {
    rule: 'the store imports no HTTP, no blobs, and nothing above it',
    path: 'store/src/sqlite/a.ts',
    breaks: [
      "import type { A } from '@prime-registry/blobs';",
      "import { a } from 'prime-registry';",
      "import type { FastifyRequest } from 'fastify';",
      "import pg from 'pg';",
    ],
    keeps: [
      "import { Kysely } from 'kysely';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import { a } from '../versions/versions.ts';",
    ],
  },
  {
    rule: 'the driver of PostgreSQL stays in the PostgreSQL store',
    path: 'store/src/postgres/a.ts',
    breaks: ["import { a } from '@prime-registry/client';"],
    keeps: ["import pg from 'pg';"],
  },
  {
    rule: 'blobs import no HTTP, no store, and nothing above them',
    path: 'blobs/src/file-system/a.ts',
    breaks: [
      "import type { A } from '@prime-registry/store';",
      "import { a } from 'prime-registry';",
      "import Fastify from 'fastify';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: ["const s3 = await import('../s3/s3-blob-store.ts');", "import { open } from 'node:fs/promises';"],
  },
  {
    rule: 'the SDK of the object store stays in blobs/s3',
    path: 'blobs/src/s3/a.ts',
    breaks: ["import type { A } from '@prime-registry/store';", "import pg from 'pg';"],
    keeps: ["import { S3Client } from '@aws-sdk/client-s3';"],
  },
  {
    rule: 'kysely, drivers and SDKs stay in store and blobs',
    path: 'testkit/src/a.ts',
    breaks: [
      "import { Kysely } from 'kysely/helpers/sqlite';",
      "import { DatabaseSync } from 'node:sqlite';",
      "import { S3Client } from '@aws-sdk/client-s3';",
    ],
    keeps: ["import { a } from 'prime-registry';"],
  },
  {
    rule: 'the files at the top do not import Fastify',
    path: 'server/src/main.ts',
    breaks: ["import Fastify from 'fastify';", "import swagger from '@fastify/swagger';"],
    keeps: ["import { a } from './wiring/build-server.ts';"],
  },
  {
    rule: 'the wiring constructs everything below the commands',
    path: 'server/src/wiring/a.ts',
    breaks: ["import { sql } from 'kysely';", "import { a } from '../commands/a.ts';"],
    keeps: ["import Fastify from 'fastify';", "import { a } from '@prime-registry/blobs/file-system';"],
  },
  {
    rule: 'relative imports stay in their package',
    path: 'testkit/src/a.ts',
    breaks: ["import { a } from '../../server/src/a.ts';", "import '../../../scripts/a.ts';"],
    keeps: ["import { a } from './deep/a.ts';"],
  },
  {
    rule: 'packages are imported only by their entry points',
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
    rule: 'a package does not import its own entry point',
    path: 'server/src/routes/a.ts',
    breaks: ["import { a } from 'prime-registry';"],
    keeps: ["import { a } from '../actions/a.ts';"],
  },
  {
    rule: 'worker threads run tasks, which know neither HTTP nor actions, and the store only to encode and decode',
    path: 'server/src/tasks/a.ts',
    breaks: [
      "import { a } from '../http/a.ts';",
      "import { a } from '../actions/a.ts';",
      "import { a } from '@prime-registry/blobs';",
    ],
    keeps: [
      "import { a } from '@prime-registry/archive';",
      "import { a } from '@prime-registry/store';",
      "import { a } from '@prime-registry/web';",
    ],
  },
  {
    rule: 'the pool of threads imports concurrency only, and no module of Node.js but that of threads',
    path: 'threads/src/a.ts',
    breaks: ["import { a } from '@prime-registry/protocol';", "import { readFile } from 'node:fs/promises';"],
    keeps: [
      "import { Worker } from 'node:worker_threads';",
      "import { FairQueue } from '@prime-registry/concurrency';",
    ],
  },
];
