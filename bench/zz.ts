import { openCorpus, readAllPrimes } from './context/corpus.ts';
import { measureRecall } from './context/measure-context.ts';
import { KNOWN_TASKS, HELD_OUT_TASKS } from '@prime-registry/testkit/knowledge';
import { packContext } from '@prime-registry/knowledge';
const all = await readAllPrimes();
const ids = new Set(all.flatMap((p: any) => p.atoms.atoms.map((a: any) => a.id)));
for (const p of all as any[]) for (const pr of p.atoms.problems) console.log(p.name, pr.message);
for (const t of [...KNOWN_TASKS, ...HELD_OUT_TASKS]) for (const a of t.atoms) if (!ids.has(a)) console.log('unknown', a);
for (const p of all as any[]) for (const a of p.atoms.atoms) for (const e of a.edges) if (!ids.has(e.target)) console.log('dangling', a.id, e.target);
const sum = { summary: 0, core: 0, full: 0 }; let n = 0;
for (const p of all as any[]) for (const a of p.atoms.atoms) { n++; for (const l of ['summary','core','full'] as const) sum[l] += a.tokens[l]; }
console.log(n, sum);
const source = await openCorpus();
const to = (ts: any) => ts.map(({ task, search, atoms }: any) => ({ query: task, search, atoms }));
const sets: any = { known: to(KNOWN_TASKS) };
if (process.argv.includes('held')) sets.held = to(HELD_OUT_TASKS);
for (const [n, s] of Object.entries(sets) as any) for (const b of [500, 1000, 2000, 4000, 8000]) console.log(n, b, JSON.stringify(await measureRecall(source, s, b), (k, v) => typeof v === 'number' ? Math.round(v * 1000) / 1000 : v));
if (process.argv.includes('show')) for (const t of sets.known) {
  const c = await packContext(source, { query: t.query, budget: 2000 });
  const inn = new Set(c.atoms.map((a) => a.id));
  console.log('\n' + t.query + '\n  missing: ' + t.atoms.filter((a: string) => !inn.has(a)).join(' ') + '\n  ' + c.atoms.map((a) => (t.atoms.includes(a.id) ? '* ' : '  ') + a.id + ':' + a.level + ':' + a.reason).join('\n  '));
}
