// Preloaded into a process of the registry: kills it before the n-th statement of a kind. The program itself
// has no hook for it.
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

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

const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;
Object.defineProperty(pg.Client.prototype, 'query', {
  value(this: pg.Client, ...parameters: unknown[]) {
    const [first] = parameters;
    pass(typeof first === 'string' ? first : String((first as { text?: string } | undefined)?.text));
    return query.apply(this, parameters);
  },
});
