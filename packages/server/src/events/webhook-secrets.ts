// The secrets of webhooks, as text: one a line, after the id of its webhook. While a secret is being replaced, its webhook
// has two, and the old one has the time until which it signs.
import { randomBytes } from 'node:crypto';
import { formatTimestamp, parseTimestamp } from '@prime-registry/protocol';

interface WebhookSecret {
  /** `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0.0, "Symmetric"). */
  readonly secret: string;
  /** When it stops to sign, in milliseconds since the epoch; undefined for the current one. */
  readonly untilMs: number | undefined;
}

/** The secrets of each webhook by its id, the current one first. */
export type WebhookSecrets = ReadonlyMap<string, readonly WebhookSecret[]>;

/** The same while it is changed. */
export type MutableWebhookSecrets = Map<string, readonly WebhookSecret[]>;

/** A file of secrets that cannot be used; the message contains no part of a secret. */
export class WebhookSecretsError extends Error {
  override readonly name = 'WebhookSecretsError';
}

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** More than any two webhooks need; a file is read before each delivery. */
const MAX_LINES = 1000;
const LINE = /^(\S+) (whsec_[0-9A-Za-z+/]+=*)(?: until (\S+))?$/;

export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** The bytes that sign. */
export function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/** Parses the text; empty lines, and lines that begin with #, are left out. @throws WebhookSecretsError */
export function parseWebhookSecrets(text: string): WebhookSecrets {
  const lines = text.split(/\r?\n/);
  if (lines.length > MAX_LINES) throw new WebhookSecretsError(`it has more than ${MAX_LINES} lines`);
  const secrets = new Map<string, WebhookSecret[]>();
  for (const [index, line] of lines.entries()) {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) continue;
    const { id, ...secret } = parseLine(content, index + 1);
    secrets.set(id, [...(secrets.get(id) ?? []), secret]);
  }
  return secrets;
}

export function formatWebhookSecrets(secrets: WebhookSecrets): string {
  const lines = [...secrets].flatMap(([id, each]) =>
    each.map(({ secret, untilMs }) =>
      untilMs === undefined ? `${id} ${secret}` : `${id} ${secret} until ${formatTimestamp(untilMs)}`,
    ),
  );
  return lines.map((line) => `${line}\n`).join('');
}

/** The secrets of a webhook that sign now, the newest first. */
export function currentSecrets(secrets: WebhookSecrets, webhook: string, nowMs: number): string[] {
  return (secrets.get(webhook) ?? [])
    .filter(({ untilMs }) => untilMs === undefined || untilMs > nowMs)
    .map(({ secret }) => secret);
}

function parseLine(line: string, number: number): WebhookSecret & { readonly id: string } {
  const [, id, secret, until] = LINE.exec(line) ?? [];
  if (id === undefined || secret === undefined)
    throw new WebhookSecretsError(
      `line ${number} is not the id of a webhook, a space, and a secret that begins with ${PREFIX}`,
    );
  if (keyOf(secret).length < 24)
    throw new WebhookSecretsError(`line ${number}: the secret has less than 24 bytes`);
  const untilMs = until === undefined ? undefined : parseTimestamp(until);
  if (until !== undefined && untilMs === undefined)
    throw new WebhookSecretsError(`line ${number}: its end is not a time such as 2027-02-21T08:00:00Z`);
  return { id, secret, untilMs };
}
