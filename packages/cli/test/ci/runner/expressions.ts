// Reads the expressions `${{ … }}` of workflows, as far as the examples use them; throws at anything else.
import assert from 'node:assert/strict';

/** The contexts of a job: github, inputs, secrets, steps, vars. */
export type Contexts = Readonly<Record<string, unknown>>;

const TOKENS = /'(?:[^']|'')*'|[A-Za-z_][\w.-]*|==|!=|&&|\|\|/g;

/** A text with its expressions replaced. */
export function resolveText(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    String(evaluate(expression, contexts) ?? ''),
  );
}

/** The value of an expression. Precedence: comparison, and, or. */
export function evaluate(expression: string, contexts: Contexts): unknown {
  const tokens: string[] = expression.match(TOKENS) ?? [];
  assert.equal(
    tokens.join(''),
    expression.replace(/\s+(?=(?:[^']*'[^']*')*[^']*$)/g, ''),
    `cannot read ${expression}`,
  );
  const value = readOr(tokens, contexts);
  assert.deepEqual(tokens, [], `cannot read ${expression}`);
  return value;
}

function readOr(tokens: string[], contexts: Contexts): unknown {
  let value = readAnd(tokens, contexts);
  while (tokens[0] === '||') {
    tokens.shift();
    const other = readAnd(tokens, contexts);
    value = isTrue(value) ? value : other;
  }
  return value;
}

function readAnd(tokens: string[], contexts: Contexts): unknown {
  let value = readComparison(tokens, contexts);
  while (tokens[0] === '&&') {
    tokens.shift();
    const other = readComparison(tokens, contexts);
    value = isTrue(value) ? other : value;
  }
  return value;
}

function readComparison(tokens: string[], contexts: Contexts): unknown {
  const left = readValue(tokens, contexts);
  if (tokens[0] !== '==' && tokens[0] !== '!=') return left;
  const isEqual = tokens.shift() === '==';
  return (String(left ?? '') === String(readValue(tokens, contexts) ?? '')) === isEqual;
}

function readValue(tokens: string[], contexts: Contexts): unknown {
  const token = tokens.shift() ?? '';
  if (token.startsWith("'")) return token.slice(1, -1).replaceAll("''", "'");
  assert.match(token, /^[A-Za-z_]/, 'a value is missing');
  const [root = '', ...path] = token.split('.');
  assert.ok(root in contexts, `there is no context ${root}`);
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? (value as Contexts)[name] : undefined),
    contexts[root],
  );
}

export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}
