// Finds out whether a version meets the rules that are about it, with as few requests as possible.
import { isLocal } from '../install/local/local-path.ts';
import type { LockedVersion, ProvedLog } from '../log/verify-locked.ts';
import { type Evidence, type EvidenceSources, findEvidence } from './evidence.ts';
import { type CosignedEvidence, findCosigned } from './find-cosigned.ts';
import { judge, type UnmetWish } from './judge.ts';
import type { Policies } from './load-rules.ts';
import { isAbout, type PolicyRule, type WishKind } from './policy-rule.ts';

/** A version to look at. */
export interface Examination {
  readonly prime: LockedVersion;
  /** Whether its registry was asked for the version just now. */
  readonly isLookedUp: boolean;
  /** Whether its registry is asked for signatures that may have been added. */
  readonly isFresh: boolean;
  /** Whether everything that is known is found, also what no rule asks for. */
  readonly wantsAll: boolean;
  /** What the logs prove, if that was found out just now. */
  readonly log?: ProvedLog | undefined;
}

/** What was found. */
export interface Examined {
  /** Undefined if nothing asks for any. */
  readonly evidence?: Evidence;
  readonly unmet: readonly UnmetWish[];
  /** Whether the user's own rules say who may sign it. */
  readonly isDecided: boolean;
  /** A proof that is better than the one in the cache. */
  readonly cosigned?: CosignedEvidence;
}

/** Examines one version. @throws RegistryRequestError, CommandError of a log */
export async function examine(
  { prime, isLookedUp, isFresh, wantsAll, log }: Examination,
  { user, project, allowedSigners }: Policies,
  sources: EvidenceSources,
): Promise<Examined> {
  const names = [prime.name, prime.moved_to ?? prime.name];
  const isHere = (rule: PolicyRule): boolean => isAbout(rule, names);
  const own = user.filter(isHere);
  const rules = [...own, ...project.filter(isHere)];
  const isDecided = asks(own, 'signed-by');
  if (isLocal(prime.registry))
    return { unmet: rules.flatMap(({ wishes }) => wishes.map(refuseLocal)), isDecided };
  if (rules.length === 0 && !isFresh && !wantsAll) return { unmet: [], isDecided };
  const query = {
    ...{ prime, log, isLookedUp },
    wantsSignatures: wantsAll || isFresh || asks(rules, 'signed-by'),
    // Through a mirror, the log says which registry it is from.
    wantsLog: wantsAll || asks(rules, 'logged', 'witnessed', 'published-by', 'registry'),
    wantsPublisher: wantsAll || asks(rules, 'published-by'),
    wantsRegistry: asks(rules, 'registry'),
  };
  const context = { allowedSigners, nowMs: Date.now() };
  const judgeAll = (each: Evidence): UnmetWish[] => rules.flatMap((rule) => judge(rule, each, context));
  let evidence = await findEvidence({ ...query, isFresh }, sources);
  // A signature may have been added since it was stored.
  if (!isFresh && judgeAll(evidence).some(({ kind }) => kind === 'signed-by'))
    evidence = await findEvidence({ ...query, isFresh: true }, sources);
  const isUnwitnessed = (each: Evidence): boolean => judgeAll(each).some(({ kind }) => kind === 'witnessed');
  const cosigned = isUnwitnessed(evidence)
    ? await findCosigned(evidence, sources, (each) => !isUnwitnessed(each))
    : undefined;
  const best = cosigned?.evidence ?? evidence;
  return { evidence: best, unmet: judgeAll(best), isDecided, ...(cosigned && { cosigned }) };
}

function asks(rules: readonly PolicyRule[], ...kinds: readonly WishKind[]): boolean {
  return rules.some(({ wishes }) => wishes.some(({ kind }) => kinds.includes(kind)));
}

function refuseLocal({ file, line, kind }: PolicyRule['wishes'][number]): UnmetWish {
  return {
    ...{ file, line, kind },
    wanted: 'a version of a registry',
    found: 'it is from this machine, where nothing can be checked',
  };
}
