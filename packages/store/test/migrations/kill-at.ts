// Preloaded into a process of the registry: kills it before the n-th statement of a kind. The program itself
// has no hook for it, and a bundled one has no module `pg` either: its statements are read on their way out.
import { Socket } from 'node:net';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { readStatements } from './read-statements.ts';

const pattern = new RegExp(process.env.KILL_AT_STATEMENT ?? '$^');
let left = Number(process.env.KILL_AT_COUNT);

function pass(text: string): void {
  if (!pattern.test(text)) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
}

for (const method of ['run', 'all'] as const) {
  const original = StatementSync.prototype[method] as (...parameters: unknown[]) => unknown;
  Object.defineProperty(StatementSync.prototype, method, {
    value(this: StatementSync, ...parameters: unknown[]) {
      pass(this.sourceSQL);
      return original.apply(this, parameters);
    },
  });
}

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (text) {
  pass(text);
  return exec.call(this, text);
};

const write = Socket.prototype.write as (...parameters: unknown[]) => boolean;
/** The prepared statements of each connection. */
const prepared = new WeakMap<Socket, Map<string, string>>();
Object.defineProperty(Socket.prototype, 'write', {
  // Node.js replaces it when the other side has ended.
  writable: true,
  value(this: Socket, ...parameters: unknown[]) {
    const [bytes] = parameters;
    if (Buffer.isBuffer(bytes)) {
      const known = prepared.get(this) ?? new Map<string, string>();
      prepared.set(this, known);
      for (const text of readStatements(bytes, known)) pass(text);
    }
    return write.apply(this, parameters);
  },
});
