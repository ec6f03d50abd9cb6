// Replays an entry of the log, as far as the database has its subject.
import {
  getValue,
  type LogEntry,
  parseTimestamp,
  parseVersion,
  quote,
  type RemoveEntry,
  type TrustEntry,
} from '@prime-registry/protocol';
import type { Act, AuditAction } from '../../contracts/audit-store.ts';
import type { VersionDigest } from '../../contracts/log/lost-version-store.ts';
import type { SqlStoreDeps } from '../../engine.ts';
import { createLifecycleStore } from '../../lifecycle/create-lifecycle-store.ts';
import { createTombstoneStore } from '../../lifecycle/tombstones.ts';
import { createSignatureStore } from '../../signatures/create-signature-store.ts';
import type { Transaction } from '../../sql/schema.ts';
import { createTrustRuleStore } from '../../trust-rules.ts';
import { createVersionStore } from '../../versions/versions.ts';
import { recordLogKey } from './record-log-key.ts';
import { forgetLost, keepYank, replayVersion } from './replay-version.ts';

/** What became of an entry, if not simply what it says. */
interface ReplayOutcome {
  /** The version that it tells of, if that is not here. */
  readonly lost?: VersionDigest;
  /** Why it was not followed. */
  readonly reason?: string;
}

/** Does again what an entry says. */
export type ReplayEntry = (
  transaction: Transaction,
  entry: LogEntry,
  index: number,
) => Promise<ReplayOutcome | undefined>;

const CHANGES = { add: 'adds', pin: 'pins' } as const;

/** @param deps - of one transaction, with a log that is not written */
export function createEntryReplay(deps: SqlStoreDeps): ReplayEntry {
  const versions = createVersionStore(deps);
  const lifecycle = createLifecycleStore(deps);
  const tombstones = createTombstoneStore(deps);
  const trustRules = createTrustRuleStore(deps);
  let place = 0;
  const signatures = createSignatureStore(deps, () => place);

  /** A version that this database lacks keeps its tombstone all the same. */
  async function remove(transaction: Transaction, entry: RemoveEntry): Promise<void> {
    const { name, sha256, category, origin } = entry;
    const version = getValue(parseVersion(entry.version));
    const act = actOf(entry, 'remove');
    const removal = { name, category, reason: undefined, removedAtMs: act.atMs, act };
    if ((await lifecycle.removeVersion({ ...removal, version })) === undefined) {
      const { full, identity } = version;
      await tombstones.insertTombstone({ ...removal, version: full, identity, sha256, origin }, act);
    }
    await forgetLost(transaction, { name, identity: version.identity });
  }

  /** What a rule allows is not in the log, but a rule that was taken back must not return with an older backup. */
  async function replayTrust(entry: TrustEntry): Promise<ReplayOutcome | undefined> {
    const { change, rule } = entry;
    await trustRules.removeTrustRule(rule, actOf(entry, 'trust-remove'));
    if (change === 'remove') return undefined;
    return { reason: `${CHANGES[change]} the trust rule ${quote(rule)}, which has to be added again` };
  }

  return async (transaction, entry, index) => {
    place = index;
    switch (entry.type) {
      case 'begin':
        return undefined;
      case 'log-key':
        await recordLogKey(transaction, entry, index);
        return undefined;
      case 'trust':
        return replayTrust(entry);
      case 'publish':
      case 'import':
      case 'mirror':
        return replayVersion(transaction, entry, index);
      case 'yank': {
        const { name, reason } = entry;
        const version = getValue(parseVersion(entry.version));
        const act = actOf(entry, 'yank');
        const yank = { name, version, yankedAtMs: act.atMs, yankedBy: entry.by, reason, act };
        if ((await versions.yankVersion(yank)) === undefined) await keepYank(transaction, yank);
        return undefined;
      }
      case 'unyank': {
        const version = getValue(parseVersion(entry.version));
        const change = { ...changeOf(entry, 'unyank'), version };
        if ((await lifecycle.unyankVersion(change)) === undefined)
          await keepYank(transaction, { name: entry.name, version });
        return undefined;
      }
      case 'remove':
        await remove(transaction, entry);
        return undefined;
      case 'deprecate': {
        const { range, message, successor } = entry;
        await lifecycle.setDeprecation(changeOf(entry, 'deprecate'), { range, message, successor });
        return undefined;
      }
      case 'undeprecate':
        await lifecycle.removeDeprecation(changeOf(entry, 'undeprecate'), entry.range);
        return undefined;
      case 'channel': {
        const { name, channel, version } = entry;
        const change = changeOf(entry, 'channel');
        if (await lifecycle.setChannel(change, channel, getValue(parseVersion(version)))) return undefined;
        return { reason: `lets the channel ${channel} of ${name} name ${version}, which is not here` };
      }
      case 'unchannel':
        await lifecycle.removeChannel(changeOf(entry, 'channel'), entry.channel);
        return undefined;
      case 'sign':
        return {
          reason: `tells of a signature of ${entry.name} ${entry.version}, which has to be sent again`,
        };
      case 'signer': {
        const { scope, change, fingerprint, key, principal } = entry;
        const act = actOf(entry, 'signer');
        if (change === 'add') await signatures.addSigner(scope, { fingerprint, key, principal }, act);
        else await signatures.removeSigner(scope, fingerprint, act);
        return undefined;
      }
      case 'signing-policy': {
        const act = actOf(entry, 'signing-policy');
        await signatures.setSigningPolicy(entry.scope, entry.require_signature, act);
        return undefined;
      }
      case 'move':
        await lifecycle.movePrime(changeOf(entry, 'move'), entry.to);
        return undefined;
      case 'unmove':
        await lifecycle.movePrime(changeOf(entry, 'move'), undefined);
        return undefined;
    }
  };
}

/** The names of people are not in the log, so the audit log has only their ids. */
function actOf({ at, by }: LogEntry, action: AuditAction): Act {
  const nobody = { address: undefined, requestId: undefined };
  return { action, atMs: parseTimestamp(at) ?? 0, actorId: by, actorName: '', ...nobody };
}

function changeOf(entry: LogEntry & { readonly name: string }, action: AuditAction) {
  const act = actOf(entry, action);
  return { name: entry.name, atMs: act.atMs, act };
}
