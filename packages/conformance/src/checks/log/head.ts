// Checks the name of the log, its keys and its newest head.
import { beyondContract, type Check, type CheckContext } from '../../check.ts';
import { expectStatus, fail } from '../../expectations/expect.ts';
import { expectCheckpoint, type KnownLog } from '../../expectations/logged.ts';
import { describeAnswer, jsonOf } from '../../http/exchange.ts';

export const headChecks: readonly Check[] = beyondContract([
  {
    id: 'log.description',
    title: 'The description of the log has origin (string), vkeys (strings) and size (integer)',
    run: async ({ logbook }) => {
      const exchange = await logbook.descriptionAnswer();
      expectStatus(exchange, 200);
      const { origin, vkeys, size } = jsonOf(exchange);
      const areKeys =
        Array.isArray(vkeys) && vkeys.length > 0 && vkeys.every((vkey) => typeof vkey === 'string');
      if (typeof origin !== 'string' || !areKeys || !Number.isSafeInteger(size))
        fail(exchange, 'origin, vkeys and size', describeAnswer(exchange));
    },
  },
  {
    id: 'log.checkpoint',
    title: 'The checkpoint has the origin, and is signed with the first of the keys',
    run: async ({ logbook }) => {
      const exchange = await logbook.checkpointAnswer();
      expectStatus(exchange, 200);
      expectCheckpoint(exchange, exchange.body.toString(), await knownLog(logbook));
    },
  },
  {
    id: 'log.checkpoint-type',
    title: 'The checkpoint is declared as text/plain; charset=utf-8',
    level: 'recommended',
    run: async ({ logbook }) => {
      const exchange = await logbook.checkpointAnswer();
      expectStatus(exchange, 200);
      const type = exchange.headers['content-type'] ?? 'none';
      if (!/^text\/plain *; *charset="?utf-8"?$/i.test(type))
        fail(exchange, 'Content-Type text/plain; charset=utf-8', `Content-Type ${type}`);
    },
  },
  {
    id: 'log.checkpoint-fresh',
    title: 'The checkpoint has a version in it as soon as it has been published',
    run: async ({ logbook }) => {
      const { file } = await logbook.receiptProof();
      const { size } = await logbook.checkpoint();
      if (size <= file.index)
        fail(await logbook.checkpointAnswer(), `more than ${file.index} entries`, `${size} entries`);
    },
  },
]);

/** The log as it describes itself. */
export async function knownLog(logbook: CheckContext['logbook']): Promise<KnownLog> {
  return { origin: await logbook.origin(), vkeys: await logbook.vkeys() };
}
