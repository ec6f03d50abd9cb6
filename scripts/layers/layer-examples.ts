// For each layer rule, imports that break it and similar ones that do not.
import type { LayerExample } from './layer-example.ts';
import { SERVER_LAYER_EXAMPLES } from './server-layer-examples.ts';

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
    rule: 'the pool of threads imports concurrency only, and no module of Node.js but that of threads',
    path: 'threads/src/a.ts',
    breaks: ["import { a } from '@prime-registry/protocol';", "import { readFile } from 'node:fs/promises';"],
    keeps: [
      "import { Worker } from 'node:worker_threads';",
      "import { FairQueue } from '@prime-registry/concurrency';",
    ],
  },
  ...SERVER_LAYER_EXAMPLES,
];
