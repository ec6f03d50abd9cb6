// Answers a question by calls of tools, as a person would who sees nothing but their answers: search with the words of the
// question, read what looks best, follow an edge, go back to the next best line. It knows no id and no name beforehand.
import { estimateTokens } from '@prime-registry/atoms';
import type { ToolResult } from '@prime-registry/knowledge';
import type { Question } from './questions.ts';

/** A call that was made. */
export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Estimated tokens of arguments and answer. */
  readonly tokens: number;
}

/** How a question was answered. */
export interface Trail {
  readonly question: Question;
  readonly calls: readonly Call[];
  readonly isAnswered: boolean;
}

/** Calls a tool. */
export type CallTool = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolResult>;

/** Calls after which the reader gives up. */
const MAX_CALLS = 8;
/** Words of the first search, as the description of its argument says. */
const MAX_WORDS = 5;

/** Something to read, with what a list said about it. */
interface Candidate {
  readonly tool: 'read_atom' | 'read_prime';
  readonly name: string;
  readonly words: ReadonlySet<string>;
}

/** Makes calls until the answer is there. */
export async function answerQuestion(question: Question, call: CallTool): Promise<Trail> {
  const asked = wordsOf(question.ask);
  const calls: Call[] = [];
  const seen = new Set<string>();
  let candidates: Candidate[] = [];
  let next: { tool: string; args: Record<string, unknown> } | undefined = {
    tool: 'search_knowledge',
    args: { query: chooseWords(question.ask).join(' ') },
  };
  while (next !== undefined && calls.length < MAX_CALLS) {
    const { text } = await call(next.tool, next.args);
    calls.push(count(next.tool, next.args, text));
    if (question.answer.test(text)) return { question, calls, isAnswered: true };
    // What was found last comes first among what looks equally good, as an edge of the atom that was just read.
    candidates = [...listCandidates(text), ...candidates];
    const best = chooseBest(
      candidates.filter(({ name }) => !seen.has(name)),
      asked,
    );
    if (best !== undefined) seen.add(best.name);
    next = best && { tool: best.tool, args: { [best.tool === 'read_atom' ? 'id' : 'name']: best.name } };
  }
  return { question, calls, isAnswered: false };
}

/** Answers a question by one search with `read`, with the whole question as its words. */
export async function answerAtOnce(question: Question, call: CallTool): Promise<Trail> {
  const args = { query: question.ask, read: true };
  const { text } = await call('search_knowledge', args);
  return { question, calls: [count('search_knowledge', args, text)], isAnswered: question.answer.test(text) };
}

function count(tool: string, args: Call['args'], text: string): Call {
  return { tool, args, tokens: estimateTokens(text) + estimateTokens(JSON.stringify(args)) };
}

const ATOM_LINE = /^(?:- )?(@\S+) · \S+ · \d+ tok(?: · (.*))?$/;
const PRIME_LINE = /^(@\S+) \d\S* · (.*)$/;
const EDGE_LINE = /^[a-z][a-z -]*: (@.+)$/;

/** What the answer of a tool names: atoms of lists, Primes of a search, targets of edges. */
function listCandidates(text: string): Candidate[] {
  return text.split('\n').flatMap((line): Candidate[] => {
    const [, id, description = ''] = ATOM_LINE.exec(line) ?? [];
    if (id !== undefined) return [candidate('read_atom', id, description)];
    const [, prime, about = ''] = PRIME_LINE.exec(line) ?? [];
    if (prime !== undefined) return [candidate('read_prime', prime, about)];
    const [, edges = ''] = EDGE_LINE.exec(line) ?? [];
    return (edges.match(/@[\w.-]+\/[\w.-]+(?= [(]|,|$)/g) ?? []).map((target) =>
      candidate('read_atom', target, ''),
    );
  });
}

function candidate(tool: Candidate['tool'], name: string, description: string): Candidate {
  return { tool, name, words: wordsOf(`${name} ${description}`) };
}

/** The candidate that has most words of the question; an atom rather than a Prime, and the first of equals. */
function chooseBest(candidates: readonly Candidate[], asked: ReadonlySet<string>): Candidate | undefined {
  const score = ({ tool, words }: Candidate) =>
    [...asked].filter((word) => words.has(word)).length - (tool === 'read_prime' ? 1.5 : 0);
  return candidates.toSorted((a, b) => score(b) - score(a))[0];
}

/** Words that a person would not search for. */
const COMMON = new Set(
  `a about all also although an and are as ask asks at be because before but by can come comes could did do does else
  everybody find for from good had happen has have how i if in into is it its long many may me much must my need needs not of
  on only or our real s should so some somebody soon store than that the their them there they this those time to too
  under us use want was we were what when where which who why will with without you your`.split(/\s+/),
);

/** The longest words of a question that are not common, in their order. */
function chooseWords(ask: string): string[] {
  const words = splitWords(ask).filter((word) => !COMMON.has(word));
  const kept = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS));
  return [...new Set(words.filter((word) => kept.has(word)))];
}

/** The words of a text without common ones and without endings. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    splitWords(text)
      .filter((word) => !COMMON.has(word))
      .map((word) => word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')),
  );
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
