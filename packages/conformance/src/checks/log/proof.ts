// Proofs that a version is in the log: in the receipt of its publish, and later.
import { beyondContract, type Check } from '../../check.ts';
import { expectEqual, expectStatus, fail } from '../../expectations/expect.ts';
import { expectProof, expectPublishEntry } from '../../expectations/logged.ts';
import { describeAnswer, isJsonObject, jsonOf } from '../../http/exchange.ts';
import { proofPath } from '../../http/paths.ts';
import { knownLog } from './head.ts';

export const proofChecks: readonly Check[] = beyondContract([
  {
    id: 'log.receipt',
    title: 'The receipt of a publish has log with origin and proof (strings), index and size (integers)',
    run: async ({ logbook }) => {
      const { exchange } = await logbook.published();
      const { log } = jsonOf(exchange);
      const given = isJsonObject(log) ? log : {};
      const areTexts = typeof given.origin === 'string' && typeof given.proof === 'string';
      if (!areTexts || !Number.isSafeInteger(given.index) || !Number.isSafeInteger(given.size))
        fail(exchange, 'log with origin, index, size and proof', describeAnswer(exchange));
    },
  },
  {
    id: 'log.receipt-proof',
    title: 'The proof in the receipt leads from its entry to a signed root, with its index and size',
    run: async ({ logbook }) => {
      const { exchange, log } = await logbook.receipt();
      const { index, size } = expectProof(exchange, String(log.proof), await knownLog(logbook));
      expectEqual(exchange, 'index and size of the proof', [index, size], [log.index, log.size]);
    },
  },
  {
    id: 'log.receipt-entry',
    title: 'The entry in the receipt says publish, with the name, version and checksum that were sent',
    run: async ({ logbook }) => {
      const { exchange, file } = await logbook.receiptProof();
      expectPublishEntry(exchange, file.entry, (await logbook.published()).release);
    },
  },
  {
    id: 'log.proof',
    title: 'The proof of a version leads from its entry to a signed root',
    run: async ({ logbook }) => {
      const exchange = await logbook.proofAnswer();
      expectStatus(exchange, 200);
      expectProof(exchange, exchange.body.toString(), await knownLog(logbook));
    },
  },
  {
    id: 'log.proof-same',
    title: 'The proof of a version has the index and the entry of its receipt',
    run: async ({ logbook }) => {
      const { exchange, file } = await logbook.proof();
      const before = (await logbook.receiptProof()).file;
      expectEqual(exchange, 'index', file.index, before.index);
      expectEqual(exchange, 'entry', file.entry.toString(), before.entry.toString());
    },
  },
  {
    id: 'log.proof-earlier',
    title: 'The proof with ?size= of the receipt has the root of the receipt',
    run: async ({ session, logbook }) => {
      const { checkpoint } = await logbook.receiptProof();
      const { release } = await logbook.published();
      // So that the log has grown.
      await session.mustPublish(logbook.another());
      const exchange = await session.read(proofPath(release, checkpoint.size));
      expectStatus(exchange, 200);
      const { size, checkpoint: note } = expectProof(
        exchange,
        exchange.body.toString(),
        await knownLog(logbook),
      );
      expectEqual(exchange, 'size', size, checkpoint.size);
      const root = note.split('\n', 3).at(-1);
      expectEqual(exchange, 'root', root, checkpoint.root.toString('base64'));
    },
  },
  {
    id: 'log.proof-too-early',
    title: 'The proof with a ?size= that does not reach to the entry answers 404',
    run: async ({ session, logbook }) => {
      const { file } = await logbook.receiptProof();
      const { release } = await logbook.published();
      expectStatus(await session.read(proofPath(release, file.index)), 404);
    },
  },
  {
    id: 'log.proof-unknown',
    title: 'The proof of a version that was never published answers 404',
    run: async ({ session, logbook }) => {
      const { release } = await logbook.published();
      expectStatus(await session.read(proofPath({ ...release, version: '9.9.9' })), 404);
      expectStatus(await session.read(proofPath({ ...release, name: session.newName('unknown') })), 404);
    },
  },
]);
