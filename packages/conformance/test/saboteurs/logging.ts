// Registries with faults in their transparency log.
import type { ReferenceLog } from '../reference-log.ts';
import { answering, answeringJson, answeringStatus, type Json, type Saboteur, without } from './saboteur.ts';

type LogMethods = {
  [Name in keyof ReferenceLog as ReferenceLog[Name] extends (...args: never) => unknown
    ? Name
    : never]: ReferenceLog[Name];
};

/** Replaces one method of the log; the replacement may call the original. */
function replacing<Name extends keyof LogMethods>(
  name: Name,
  replace: (original: LogMethods[Name], log: ReferenceLog) => LogMethods[Name],
): Saboteur['sabotage'] {
  return ({ log }) => {
    const original = log[name].bind(log) as LogMethods[Name];
    Object.assign(log, { [name]: replace(original, log) });
  };
}

/** Changes what receipts say about the log. */
function changingReceipts(change: (log: Json) => Json | undefined): Saboteur['sabotage'] {
  return answeringJson('publish', ({ log, ...receipt }) => ({ ...receipt, log: change(log as Json) }));
}

/** Saboteurs of the description and of the newest checkpoint. */
export const headSaboteurs: readonly Saboteur[] = [
  {
    does: 'describes the log without its size',
    fails: ['log.description'],
    sabotage: answeringJson('log', (json) => without(json, 'size')),
  },
  {
    does: 'signs another text than that of the checkpoint',
    fails: ['log.checkpoint'],
    sabotage: replacing('handle', (handle, log) => (call, endpoint) => {
      if (endpoint !== 'checkpoint') return handle(call, endpoint);
      const { signText } = log;
      log.signText = (text) => signText.call(log, `${text} `);
      const reply = handle(call, endpoint);
      log.signText = signText;
      return reply;
    }),
  },
  {
    does: 'gives the checkpoint of another log',
    fails: ['log.checkpoint'],
    sabotage: answering('checkpoint', ({ bytes = Buffer.of(), ...reply }) => ({
      ...reply,
      bytes: Buffer.from(bytes.toString().replaceAll('registry.test', 'another.test')),
    })),
  },
  {
    does: 'declares the checkpoint as bytes',
    fails: ['log.checkpoint-type'],
    sabotage: answering('checkpoint', (reply) => ({
      ...reply,
      headers: { 'Content-Type': 'application/octet-stream' },
    })),
  },
];

/** Saboteurs of proofs. */
export const proofSaboteurs: readonly Saboteur[] = [
  {
    does: 'leaves the index out of receipts',
    fails: ['log.receipt', 'log.receipt-proof'],
    sabotage: changingReceipts((log) => without(log, 'index')),
  },
  {
    does: 'gives another index in receipts than in their proofs',
    fails: ['log.receipt-proof'],
    sabotage: changingReceipts((log) => ({ ...log, index: Number(log.index) + 1 })),
  },
  {
    does: 'logs the checksum of another tarball',
    fails: ['log.receipt-entry'],
    sabotage: (registry) => {
      const logEntryOf = registry.logEntryOf.bind(registry);
      registry.logEntryOf = (entry) => ({ ...logEntryOf(entry), sha256: '0'.repeat(64) });
    },
  },
  {
    does: 'proves versions with the hashes from the root to the leaf',
    fails: ['log.proof', 'log.proof-earlier'],
    sabotage: replacing('proofAnswer', (proofAnswer, log) => (call) => {
      const { pathOf } = log;
      log.pathOf = (...path) => pathOf.apply({ ...log, pathOf }, path).toReversed();
      const reply = proofAnswer(call);
      log.pathOf = pathOf;
      return reply;
    }),
  },
  {
    does: 'proves another entry than that of the receipt',
    fails: ['log.proof-same'],
    sabotage: replacing('proofAnswer', (proofAnswer, log) => (call) => {
      const reply = proofAnswer(call);
      if (reply.status !== 200 || call.query.has('size')) return reply;
      return { ...reply, bytes: Buffer.from(log.prove(0, log.entries.length)) };
    }),
  },
  {
    does: 'proves every version in the newest tree only',
    fails: ['log.proof-earlier', 'log.proof-too-early'],
    sabotage: replacing(
      'proofAnswer',
      (proofAnswer) => (call) => proofAnswer({ ...call, query: new URLSearchParams() }),
    ),
  },
  {
    does: 'answers 400 to a size that does not reach to the entry',
    fails: ['log.proof-too-early'],
    sabotage: replacing('proofAnswer', (proofAnswer) => (call) => {
      const reply = proofAnswer(call);
      return reply.status === 404 && call.query.has('size') ? { status: 400 } : reply;
    }),
  },
  {
    does: 'answers 400 to the proof of an unknown version',
    fails: ['log.proof-unknown', 'log.proof-too-early'],
    sabotage: answeringStatus('proof', 404, 400),
  },
];

/** Saboteurs of the tree. */
export const treeSaboteurs: readonly Saboteur[] = [
  {
    does: 'shows the checkpoint of before the last publishes',
    fails: ['log.checkpoint-fresh', 'log.consistency', 'log.refused', 'log.yank', 'log.bundle'],
    sabotage: replacing(
      'handle',
      (handle, log) => (call, endpoint) =>
        endpoint === 'checkpoint'
          ? { ...handle(call, endpoint), bytes: Buffer.from(log.noteOf(1)) }
          : handle(call, endpoint),
    ),
  },
  {
    does: 'changes an entry after it was signed',
    fails: ['log.consistency'],
    sabotage: replacing('consistency', (consistency, log) => (from, to) => {
      const first = log.entries.shift() ?? Buffer.of();
      log.entries.unshift(Buffer.from('{}'));
      const reply = consistency(from, to);
      log.entries.shift();
      log.entries.unshift(first);
      return reply;
    }),
  },
  {
    does: 'answers a consistency proof with any sizes',
    fails: ['log.consistency-invalid'],
    sabotage: answeringStatus('consistency', 400, 200),
  },
  {
    does: 'gives bundles in the reverse order',
    fails: ['log.bundle', 'log.tile'],
    sabotage: answering('tile', (reply, { path }) => {
      if (!path.includes('entries') || reply.bytes === undefined) return reply;
      const entries: Buffer[] = [];
      for (let rest = reply.bytes; rest.length > 0; ) {
        const end = 2 + rest.readUInt16BE(0);
        entries.unshift(rest.subarray(0, end));
        rest = rest.subarray(end);
      }
      return { ...reply, bytes: Buffer.concat(entries) };
    }),
  },
  {
    does: 'has entries instead of their hashes in tiles, cut to 32 bytes',
    fails: ['log.tile'],
    sabotage: replacing('hashesOfTile', () => (entry) => entry.subarray(0, 32)),
  },
  {
    does: 'answers an empty tile to any path',
    fails: ['log.tile-absent'],
    sabotage: answeringStatus('tile', 404, 200),
  },
  {
    does: 'logs a publish before it refuses it',
    fails: ['log.refused'],
    sabotage: (registry) => {
      const claim = registry.claim.bind(registry);
      registry.claim = async (entry) => {
        const isNew = await claim(entry);
        if (!isNew) registry.log.append(registry.logEntryOf(entry));
        return isNew;
      };
    },
  },
  {
    does: 'yanks without an entry',
    fails: ['log.yank'],
    sabotage: replacing('append', (append) => (entry) => (entry.type === 'yank' ? {} : append(entry))),
  },
];
