// Requests and answers, recorded from a running registry (`npm run docs:examples`).
import { readAssetFile } from '../asset-files.ts';
import { renderCommand } from '../parts/copy-command.ts';
import { type Html, html } from '../parts/html.ts';

/** A request and the first lines of its answer. */
interface ApiExample {
  readonly method: string;
  readonly path: string;
  /** Whether a token is sent. */
  readonly token?: true;
  /** The media type of the body. */
  readonly type?: string;
  /** A form has a line for each field. */
  readonly body?: string;
  readonly status: number;
  readonly answerType: string;
  readonly answer: string;
}

/** A text of several lines is a file of the command. */
const TEXT = 'text/plain';

let examples: Readonly<Record<string, ApiExample>> | undefined;

/** The example of an operation; nothing if there is none. @param base - address of the registry, without a slash at its end */
export function renderExample(operationId: string, base: string): Html {
  // Most processes never show the reference.
  examples ??= JSON.parse(readAssetFile('api-examples.json')) as Record<string, ApiExample>;
  const example = Object.hasOwn(examples, operationId) ? examples[operationId] : undefined;
  if (example === undefined) return html``;
  const { status, answerType, answer, type, body } = example;
  return html`<details class="example"><summary>Example</summary>${renderCommand(curlOf(example, base), `Request of ${operationId}`)}${type === TEXT && html`<p><code>request.txt</code> is:</p><pre tabindex="0"><code>${body}</code></pre>`}<pre tabindex="0"><code>${status}${answerType !== '' && ` ${answerType}`}${answer !== '' && `\n\n${answer}`}</code></pre></details>`;
}

/** The request as a command on one line. */
function curlOf({ method, path, token, type, body }: ApiExample, base: string): string {
  const words = ['curl'];
  if (token) words.push('-H "Authorization: Bearer $PRIME_TOKEN"');
  const isForm = type === 'multipart/form-data';
  const isFields = type === 'application/x-www-form-urlencoded';
  // A body makes a POST by itself.
  if (method !== 'GET' && (method !== 'POST' || body === undefined)) words.push(`-X ${method}`);
  if (isForm) words.push(...(body ?? '').split('\n').map((field) => `-F ${field}`));
  else if (isFields)
    words.push(...(body ?? '').split('\n').map((field) => `--data-urlencode ${quote(field)}`));
  else if (type === TEXT) words.push(`-H 'Content-Type: ${TEXT}' --data-binary @request.txt`);
  else if (body !== undefined) words.push(`--json ${quote(body)}`);
  words.push(quote(`${base}${path}`));
  return words.join(' ');
}

/** For a shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
