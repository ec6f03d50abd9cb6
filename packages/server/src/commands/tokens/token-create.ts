// `prime-registry token create`
import { type Flags, flag, UsageError, valued } from '@prime-registry/command-line';
import { PERMISSIONS, parseScope } from '@prime-registry/protocol/basics';
import { createToken } from '../../actions/tokens/create-token.ts';
import { type Command, repeatable } from '../command.ts';
import { DATA_SETTINGS, withLedger } from '../open-data.ts';
import { printSecret } from '../output.ts';
import { listOf, readDuration, readParsed, readWord } from '../read-options.ts';
import { describeToken } from './token-list.ts';

export const tokenCreate: Command = {
  settings: DATA_SETTINGS,
  options: {
    name: valued('<text>', 'A name for you, such as "ci of web-style"'),
    permission: repeatable('<word>', `What it may do, one of ${PERMISSIONS.join(', ')}`, '; default publish'),
    scope: repeatable(
      '<@scope>',
      "Scope it may write to, or '*' for all",
      '; needed unless it may only read',
    ),
    expires: valued('<time>', 'How long it is valid: 12h, 90d; default without end'),
    json: flag('Print JSON'),
  },
  async run(flags, _parameters, host) {
    const request = readRequest(flags);
    const { token, secret } = await withLedger(host, flags, (store) =>
      createToken({ store, now: Date.now }, request),
    );
    const report = { ...describeToken(token), token: secret };
    printSecret(host, flags.json, secret, report, `Token ${token.id}; it cannot be shown again.`);
    return 0;
  },
};

function readRequest(flags: Flags) {
  const name = String(flags.name ?? '').trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    throw new UsageError('--name is needed: 1 to 100 characters by which you recognize the token');
  }
  const permissions = (listOf(flags.permission) ?? ['publish']).map((word) =>
    readWord('--permission', word, PERMISSIONS),
  );
  const scopes = (listOf(flags.scope) ?? []).map((text) =>
    text === '*' ? text : readParsed(parseScope(text), '--scope'),
  );
  if (scopes.length === 0 && permissions.some((permission) => permission !== 'read')) {
    throw new UsageError(
      "--scope is needed: a scope that the token may write to, such as @acme, or '*' for all",
    );
  }
  const expiresAtMs =
    flags.expires === undefined
      ? undefined
      : Date.now() + readDuration('--expires', String(flags.expires), '12h, 90d');
  return { name, permissions, scopes, expiresAtMs };
}
