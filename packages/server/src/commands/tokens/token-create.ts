// `prime-registry token create`
import { type Flags, UsageError } from '@prime-registry/command-line';
import { PERMISSIONS, type Permission, parseScope } from '@prime-registry/protocol/basics';
import { createToken } from '../../actions/tokens/create-token.ts';
import { type Command, flag, option, repeatable } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { readDuration } from '../read-duration.ts';
import { describeToken } from './token-list.ts';

export const tokenCreate: Command = {
  settings: DATA_SETTINGS,
  options: {
    name: option('<text>', 'A name for you, such as "ci of web-style"'),
    permission: repeatable('<word>', `What it may do, one of ${PERMISSIONS.join(', ')}`, '; default publish'),
    scope: repeatable(
      '<@scope>',
      "Scope it may write to, or '*' for all",
      '; needed unless it may only read',
    ),
    expires: option('<time>', 'How long it is valid: 12h, 90d; default without end'),
    json: flag('Print JSON'),
  },
  async run(flags, _parameters, host) {
    const request = readRequest(flags);
    const { token, secret } = await withLedger(host, flags, (store) =>
      createToken({ store, now: Date.now }, request),
    );
    const text = flags.json === true ? JSON.stringify({ ...describeToken(token), token: secret }) : secret;
    host.stdout.write(`${text}\n`);
    if (flags.json !== true) host.stderr.write(`Token ${token.id}; it cannot be shown again.\n`);
    return 0;
  },
};

function readRequest(flags: Flags) {
  const name = String(flags.name ?? '').trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    throw new UsageError('--name is needed: 1 to 100 characters by which you recognize the token');
  }
  const permissions = readPermissions(asList(flags.permission) ?? ['publish']);
  const scopes = readScopes(asList(flags.scope) ?? []);
  if (scopes.length === 0 && permissions.some((permission) => permission !== 'read')) {
    throw new UsageError(
      "--scope is needed: a scope that the token may write to, such as @acme, or '*' for all",
    );
  }
  return { name, permissions, scopes, expiresAtMs: readExpiry(flags.expires) };
}

function readPermissions(words: readonly string[]): Permission[] {
  return words.map((word) => {
    const permission = PERMISSIONS.find((known) => known === word);
    if (permission === undefined) {
      throw new UsageError(`--permission: '${word}' is unknown; use one of ${PERMISSIONS.join(', ')}`);
    }
    return permission;
  });
}

function readScopes(texts: readonly string[]): string[] {
  return texts.map((text) => {
    if (text === '*') return text;
    const parsed = parseScope(text);
    if (!parsed.ok) throw new UsageError(`--scope: ${parsed.message}`);
    return parsed.value;
  });
}

function readExpiry(value: Flags[string]): number | undefined {
  if (value === undefined) return undefined;
  return Date.now() + readDuration('--expires', String(value), '12h, 90d');
}

function asList(value: Flags[string]): readonly string[] | undefined {
  return Array.isArray(value) ? value : undefined;
}
