// Registries with faults in downloads.
import { answering, answeringStatus, type Saboteur } from './saboteur.ts';

function withHeader(name: string, value: string): Saboteur['sabotage'] {
  return answering('tarball', (reply) =>
    reply.status === 200 ? { ...reply, headers: { ...reply.headers, [name]: value } } : reply,
  );
}

/** Saboteurs of GET /pack/:scope/:version/tarball. */
export const downloadSaboteurs: readonly Saboteur[] = [
  {
    does: 'answers tarballs with 206',
    fails: [
      'publish.receipt-url-downloads',
      'publish.conflict-keeps-first',
      'publish.simultaneous',
      'publish.parallel-versions',
      'manifest.tarball-url-downloads',
      'tarball.ok',
      'tarball.every-version',
      'tarball.content-coding',
      'auth.reads',
      'yank.others-untouched',
    ],
    sabotage: answeringStatus('tarball', 200, 206),
  },
  {
    does: 'declares tarballs as plain bytes',
    fails: ['tarball.content-type'],
    sabotage: withHeader('Content-Type', 'application/octet-stream'),
  },
  {
    does: 'adds a byte to tarballs',
    fails: [
      'publish.receipt-url-downloads',
      'publish.conflict-keeps-first',
      'publish.simultaneous',
      'publish.parallel-versions',
      'manifest.tarball-url-downloads',
      'tarball.bytes',
      'tarball.every-version',
      'tarball.modified',
      'yank.others-untouched',
    ],
    sabotage: answering('tarball', (reply) =>
      reply.bytes === undefined
        ? reply
        : { ...reply, bytes: Buffer.concat([reply.bytes, Buffer.from('\n')]) },
    ),
  },
  {
    does: 'serves the first version of a Prime for every version',
    fails: ['tarball.every-version', 'publish.parallel-versions', 'yank.others-untouched'],
    sabotage: (registry) => {
      const { tarball } = registry;
      registry.tarball = (call) => {
        const first = [...registry.entries.values()].find(({ name }) => name === call.name);
        return tarball.call(registry, registry.find(call) === undefined ? call : { ...call, ...first });
      };
    },
  },
  {
    does: 'declares the gzip of the tarball as a content coding',
    fails: ['tarball.content-coding'],
    sabotage: withHeader('Content-Encoding', 'gzip'),
  },
  {
    does: 'sends no ETag',
    fails: ['tarball.etag'],
    sabotage: answering('tarball', (reply) =>
      reply.status === 200 ? { ...reply, headers: { 'Content-Type': 'application/gzip' } } : reply,
    ),
  },
  {
    does: 'omits the quotes of the ETag',
    fails: ['tarball.etag'],
    sabotage: (registry) => {
      const { etagOf } = registry;
      registry.etagOf = (entry) => etagOf.call(registry, entry).replaceAll('"', '');
    },
  },
  {
    does: 'ignores If-None-Match',
    fails: ['tarball.not-modified', 'tarball.not-modified-list'],
    sabotage: (registry) => {
      const { tarball } = registry;
      registry.tarball = (call) => tarball.call(registry, { ...call, headers: {} });
    },
  },
  {
    does: 'sends a body after a 304',
    fails: ['tarball.not-modified-empty'],
    sabotage: answering('tarball', (reply) =>
      reply.status === 304 ? { ...reply, afterHead: 'not modified' } : reply,
    ),
  },
  {
    does: 'treats If-None-Match as a single ETag',
    fails: ['tarball.not-modified-list'],
    sabotage: (registry) => {
      const { tarball } = registry;
      registry.tarball = (call) => {
        const isList = String(call.headers['if-none-match']).includes(',');
        return tarball.call(registry, isList ? { ...call, headers: {} } : call);
      };
    },
  },
  {
    does: 'answers every conditional request with 304',
    fails: ['tarball.modified'],
    sabotage: answering('tarball', (reply, { headers }) =>
      reply.status === 200 && headers['if-none-match'] !== undefined ? { status: 304 } : reply,
    ),
  },
  {
    does: 'answers 400 for the tarball of an unknown Prime',
    fails: ['tarball.unknown-prime', 'tarball.unknown-version', 'errors.unknown-scope', 'errors.near-miss'],
    sabotage: answeringStatus('tarball', 404, 400),
  },
];
