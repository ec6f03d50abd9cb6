// GET /-/log/tile/…: hashes of the log's tree, and bundles of its entries (C2SP tlog-tiles), compressed where asked.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { RegistryError, ROUTES } from '@prime-registry/protocol';
import { parseTilePath, TILE_WIDTH } from '@prime-registry/tlog';
import { acceptsGzip } from '../../http/requests/accepted-encoding.ts';
import { varyBy } from '../../http/responses/vary.ts';
import { bytesAnswer, inPath } from '../responses.ts';
import type { Route } from '../route.ts';
import { FOR_EVER_S, type LogNeeds, logProblems, requireLog, sendLogAnswer } from './log-answer.ts';

export const logTile: Route<LogNeeds> = {
  path: ROUTES.logTile,
  schema: {
    operationId: 'readLogTile',
    summary: 'Read a tile of the log, or a bundle of its entries',
    description:
      'As C2SP tlog-tiles: hashes of 32 bytes, or entries, each after its length in two bytes. ' +
      'A path with .p/ and a width is a partial tile of a smaller log, and stays readable. Bundles of entries are ' +
      'compressed with gzip for those who accept it.',
    tags: ['log'],
    params: inPath({
      level: { type: 'string', description: '0 to 63, or entries.', examples: ['0'] },
      tile: {
        type: 'string',
        description:
          'Position in groups of three digits, all but the last after an x, then the width of a partial tile.',
        examples: ['x001/234', '005.p/12'],
      },
    }),
    response: {
      200: bytesAnswer(
        'The tile or bundle; it never changes, unless the log is halted.',
        'application/octet-stream',
      ),
      ...logProblems([
        404,
        'The path is not written as specified, or the log is too small; or there is no signed log.',
      ]),
    },
  },
  async handle(deps, request, reply) {
    const log = requireLog(deps);
    const { level = '', '*': rest = '' } = request.params as { level?: string; '*'?: string };
    const path = parseTilePath(`tile/${level}/${rest}`);
    const tile = path && (await log.findTile(path));
    if (tile === undefined) throw tileNotFound(path === undefined);
    const { bytes: body, isLasting } = tile;
    const answer = {
      ...{ type: 'application/octet-stream', body },
      // A cache would show what is not signed for a year after the log has been put back.
      ...(isLasting && { maxAgeS: FOR_EVER_S }),
      // Partial ones are soon of no use.
      isUnchanging: isLasting && path?.width === TILE_WIDTH,
    };
    // Hashes cannot be compressed.
    if (level !== 'entries') return sendLogAnswer(deps, request, reply, answer);
    varyBy(reply, 'Accept-Encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return sendLogAnswer(deps, request, reply, answer);
    return sendLogAnswer(deps, request, reply, { ...answer, body: await compress(body), encoding: 'gzip' });
  },
};

const compress = promisify(gzip);

function tileNotFound(isMisspelt: boolean): RegistryError {
  return new RegistryError('not_found', {
    detail: isMisspelt
      ? 'The path is not that of a tile; one looks like /-/log/tile/0/x001/234.p/8, with a level from 0 to 63 or entries.'
      : 'The log does not have so many entries.',
  });
}
