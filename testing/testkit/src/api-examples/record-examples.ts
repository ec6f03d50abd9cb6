// Asks a registry once for everything that the API reference has examples of, and writes the answers down.
import type { Actor, Answer } from '../actor.ts';
import { createSshSigner } from '../ssh/index.ts';
import { startRegistry, type TestRegistry } from '../start-registry.ts';
import { FIRST, FURTHER } from './example-primes.ts';
import { changesBy, type ExampleRequest, READS } from './example-requests.ts';
import { furtherRequests, startWitness } from './further-requests.ts';
import { steadyText } from './steady-text.ts';

/** A request and its answer, as the API reference shows them. */
export interface RecordedExample {
  readonly method: string;
  readonly path: string;
  readonly token?: true;
  readonly type?: string;
  readonly body?: string;
  readonly status: number;
  readonly answerType: string;
  /** The first lines. */
  readonly answer: string;
}

/** The forms of a publish are files. */
const FORM = 'multipart/form-data';
const NOW = Date.UTC(2026, 10, 21, 9, 30);
/** Lines of an answer that are shown, and characters of a line. */
const MAX_LINES = 24;
const MAX_LINE_LENGTH = 140;

/** The examples by operation, in the order of the requests. */
export async function recordExamples(): Promise<Readonly<Record<string, RecordedExample>>> {
  const now = (): number => NOW;
  const registry = await startRegistry({ now, publicUrl: 'https://primes.example' });
  const witness = await startWitness(registry, { now, publicUrl: 'https://acme.example/team' });
  try {
    const examples: Record<string, RecordedExample> = await publishTea(registry);
    const { author, admin, anonymous } = registry;
    const changes = changesBy(createSshSigner(), author.token ?? '');
    for (const request of [...READS, ...changes]) {
      const actor = request.as === 'author' ? author : request.as === 'admin' ? admin : anonymous;
      examples[request.operation] = await record(actor, request);
    }
    for (const [actor, request] of await furtherRequests(registry, witness))
      examples[request.operation] = await record(actor, request);
    return examples;
  } finally {
    await Promise.all([registry.stop(), witness.stop()]);
  }
}

async function publishTea({ author }: TestRegistry): Promise<Record<string, RecordedExample>> {
  const checked = await author.checkPublish(FIRST);
  const published = await author.publish(FIRST);
  for (const draft of FURTHER) await author.mustPublish(draft);
  const form = {
    method: 'POST',
    token: true,
    type: FORM,
    body: 'manifest=@pack.yaml\ntarball=@tea.tar.gz',
  } as const;
  return {
    publish: { ...form, path: '/publish', ...showAnswer(published) },
    checkPublish: { ...form, path: '/-/publish/check', ...showAnswer(checked) },
  };
}

async function record(actor: Actor, request: ExampleRequest): Promise<RecordedExample> {
  const { operation, method = 'GET', path, as, headers, body, shows } = request;
  const isForm = body instanceof URLSearchParams;
  const isText = typeof body === 'string';
  const type = isForm ? 'application/x-www-form-urlencoded' : isText ? 'text/plain' : 'application/json';
  const sent = body === undefined || isText ? body : isForm ? body.toString() : JSON.stringify(body);
  const answer = await actor.request(path, {
    method,
    headers: { ...(sent !== undefined && { 'content-type': type }), ...headers },
    ...(sent !== undefined && { body: sent }),
  });
  if (answer.status >= 300) throw new Error(`${operation} was answered with ${answer.status} ${answer.text}`);
  const shown = isForm ? [...body].map(([name, value]) => `${name}=${value}`).join('\n') : sent;
  return {
    method,
    path: steadyText(path),
    ...(as !== undefined && { token: true }),
    ...(shown !== undefined && { type, body: steadyText(shown) }),
    ...showAnswer(answer, shows),
  };
}

function showAnswer({ status, headers, text }: Answer, shows?: RegExp) {
  const [answerType = ''] = (headers.get('content-type') ?? '').split(';');
  return { status, answerType, answer: showBody(answerType, text, shows) };
}

function showBody(type: string, text: string, shows: RegExp | undefined): string {
  if (/gzip|octet-stream/.test(type)) return '(the bytes of the file)';
  const whole = type.endsWith('json') ? JSON.stringify(JSON.parse(text), undefined, 2) : text.trimEnd();
  const lines = steadyText(whole).split('\n');
  const wanted = shows === undefined ? lines : lines.filter((line) => shows.test(line));
  const shown = wanted
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line));
  return [...shown, ...(wanted.length > shown.length || wanted.length < lines.length ? ['…'] : [])].join(
    '\n',
  );
}
