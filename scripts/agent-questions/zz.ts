import { askRegistry } from './ask-registry.ts';

const t0 = performance.now();
const trails = await askRegistry();
console.log(Math.round(performance.now() - t0), 'ms');
for (const t of trails)
  console.log(
    t.isAnswered ? 'ok ' : 'NO ',
    t.calls.length,
    t.calls.reduce((s, c) => s + c.tokens, 0),
    t.question.ask,
    '\n     ',
    t.calls.map((c) => `${c.tool.split('_')[0]} ${Object.values(c.args)[0]}`).join(' | '),
  );
