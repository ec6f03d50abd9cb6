// `prime scope`: which keys sign for a scope, and whether its versions must be signed.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RegistryClient } from '@prime-registry/client';
import {
  accept,
  type Flags,
  formatColumns,
  toPrintable,
  UsageError,
  valued,
} from '@prime-registry/command-line';
import { isFingerprint, parseScope, type ScopeSigners } from '@prime-registry/protocol';
import { fingerprintOf, formatPublicKey, parsePublicKey, type SshPublicKey } from '@prime-registry/sshsig';
import type { Command, CommandContext } from '../../command.ts';
import { offered } from '../../errors/offered.ts';
import { codeOf } from '../../files/file-operations.ts';
import { openRegistries } from '../../registries/open-registries.ts';
import { findKeyLine } from '../../signatures/sign/key-line.ts';

/** The signers of a scope in a registry. */
export interface ScopeResult extends ScopeSigners {
  readonly registry: string;
}

export const scope: Command<ScopeResult> = {
  usage: {
    parameters: ['<signers|signing-policy>', '[add|remove]', '<@scope>', '[<key>|required|optional]'],
    asksRegistries: true,
    options: {
      principal: valued('<name>', 'signers add: whose key it is; everybody can read it'),
    },
    details: [
      'A key is the file of a public SSH key, the key itself, or to remove one, its fingerprint. What a key has signed before stays signed; every change is an entry of the log. Changes need an admin token for the scope.',
      "'signing-policy @acme required' lets the registry refuse versions that are not signed by one of these keys.",
    ],
    examples: [
      'scope signers @acme',
      'scope signers add @acme ~/.ssh/id_ed25519.pub --principal ada@example.com',
      'scope signers remove @acme SHA256:ilLscTNEqImiTHXrfpOImzTxQPrX+l2Pt3FZf4oCz30',
      'scope signing-policy @acme required',
    ],
  },

  async run(context, flags, [subject, ...words]) {
    if (flags.principal !== undefined && words[0] !== 'add')
      throw new UsageError("--principal is for 'prime scope signers add'");
    const [action, text = '', key, ...rest] = words[0]?.startsWith('@') === true ? ['show', ...words] : words;
    const parsed = parseScope(text);
    if (!parsed.ok) throw new UsageError(text === '' ? '<@scope> is missing' : parsed.message);
    if (rest[0] !== undefined) throw new UsageError(`'${rest[0]}' is one argument too many`);
    const registry = (await openRegistries(context, flags)).targetFor(parsed.value);
    const job = { registry, scope: parsed.value, key };
    const done = await offered(change(context, flags, subject, action, job), 'signers of scopes');
    return { ...done, registry: registry.baseUrl };
  },

  view({ scope: name, require_signature: isRequired, signers, registry }) {
    const rows = signers.map(({ fingerprint, principal = '', since_index, until_index }) => [
      fingerprint,
      toPrintable(principal),
      until_index === undefined ? `since #${since_index}` : `from #${since_index} to #${until_index}`,
    ]);
    const policy = isRequired ? 'versions must be signed' : 'versions need not be signed';
    const list = rows.length === 0 ? '  no key' : formatColumns(rows);
    return `${toPrintable(`${name} in ${registry}: ${policy}`)}\n${list}`;
  },
};

interface ScopeJob {
  readonly registry: RegistryClient;
  readonly scope: string;
  readonly key: string | undefined;
}

async function change(
  context: CommandContext,
  flags: Flags,
  subject: string | undefined,
  action: string | undefined,
  { registry, scope: name, key }: ScopeJob,
): Promise<ScopeSigners> {
  const { signal } = context;
  if (subject === 'signing-policy') {
    if (action !== 'show' || (key !== 'required' && key !== 'optional'))
      throw new UsageError("write it as in 'prime scope signing-policy @acme required', or optional");
    return registry.setSigningPolicy(name, key === 'required', { signal });
  }
  if (subject !== 'signers') throw new UsageError(`'${subject}' is not one of signers and signing-policy`);
  if (action === 'show') {
    if (key !== undefined) throw new UsageError(`'${key}' is one argument too many`);
    return registry.scopeSigners(name, { signal });
  }
  if (action !== 'add' && action !== 'remove')
    throw new UsageError(`'${action}' is not one of add and remove`);
  if (key === undefined) throw new UsageError('<key> is missing; name the file of a public key');
  if (action === 'remove' && isFingerprint(key)) return registry.removeScopeSigner(name, key, { signal });
  const found = await readPublicKey(context, key);
  const fingerprint = fingerprintOf(found);
  if (action === 'remove') return registry.removeScopeSigner(name, fingerprint, { signal });
  const principal = typeof flags.principal === 'string' ? { principal: flags.principal } : {};
  return registry.addScopeSigner(name, { fingerprint, key: formatPublicKey(found), ...principal, signal });
}

/** Larger files are no public keys, in characters. */
const MAX_LENGTH = 16_384;

/** Reads the public half only, whichever is named. @throws UsageError if there is none */
async function readPublicKey({ folder }: CommandContext, text: string): Promise<SshPublicKey> {
  const line = findKeyLine(text) ?? (await readLine(resolve(folder, text)));
  return accept(parsePublicKey(line.slice(0, MAX_LENGTH).trim()));
}

async function readLine(path: string): Promise<string> {
  const publicPath = path.endsWith('.pub') ? path : `${path}.pub`;
  try {
    return await readFile(publicPath, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    throw new UsageError(`there is no public key ${publicPath}`);
  }
}
