// Judges evidence about a version by the rules of policies, and explains failures.
import { quote } from '@prime-registry/protocol';
import { type AllowedSigner, findAllowedSigner, PUBLISH_NAMESPACE } from '@prime-registry/sshsig';
import type { GoodSignature } from '../signatures/verify-signatures.ts';
import type { Evidence } from './evidence.ts';
import { listNoteSigners } from './list-note-signers.ts';
import type { ClaimWish, PolicyRule, Wish } from './policy-rule.ts';
import { findPublisher } from './publisher.ts';

/** A wish that is not met. */
export interface UnmetWish {
  readonly file: string;
  readonly line: number;
  readonly kind: Wish['kind'];
  /** What the rule asks for. */
  readonly wanted: string;
  /** What is there. */
  readonly found: string;
}

/** What judging needs. */
export interface JudgeContext {
  /** The contents of files of allowed signers, by path. */
  readonly allowedSigners: ReadonlyMap<string, readonly AllowedSigner[]>;
  readonly nowMs: number;
}

/** The wishes of a rule that a version does not meet. */
export function judge({ wishes }: PolicyRule, evidence: Evidence, context: JudgeContext): UnmetWish[] {
  return wishes.flatMap((wish) => {
    const problem = JUDGES[wish.kind](wish as never, evidence, context);
    const { file, line, kind } = wish;
    return problem === undefined ? [] : [{ file, line, kind, ...problem }];
  });
}

interface Problem {
  readonly wanted: string;
  readonly found: string;
}

type Judge<Kind extends Wish['kind']> = (
  wish: Extract<Wish, { kind: Kind }>,
  evidence: Evidence,
  context: JudgeContext,
) => Problem | undefined;

const JUDGES: { readonly [Kind in Wish['kind']]: Judge<Kind> } = {
  'signed-by': judgeSigners,
  'published-by': judgePublisher,
  logged: judgeLog,
  witnessed: judgeWitnesses,
  registry: judgeRegistry,
};

const LOG_STATES = {
  logged: 'it is logged',
  'no-log': 'its registry has no log that is known',
  'not-yet': 'the log of its registry does not have it yet',
  unproven: 'no proof is stored here',
  wrong: 'the proof is wrong',
} as const;

function judgeRegistry(
  { registries }: Extract<Wish, { kind: 'registry' }>,
  { prime: { registry }, log, isOriginSaid, isThere }: Evidence,
): Problem | undefined {
  const wanted = `from ${registries.join(' or ')}`;
  const behind = log.origin?.registry;
  const places = behind === undefined || isOriginSaid ? [registry] : [registry, behind];
  const isAllowed = (place: string): boolean => registries.includes(place);
  if (places.some((place) => isAllowed(place) && (place !== registry || isThere))) return undefined;
  if (isAllowed(registry))
    return {
      wanted,
      found: `only the lock file says that it is from ${registry}, which has not shown these bytes`,
    };
  const said = isOriginSaid
    ? `, and only that registry says which key the log of ${behind} has; with 'prime log trust ${behind} <key> --remote ${behind}', or a log-policy of yours, its proofs count`
    : '';
  return { wanted, found: `it is from ${places.join(', of ')}${said}` };
}

function judgeLog({ keys }: Extract<Wish, { kind: 'logged' }>, { log }: Evidence): Problem | undefined {
  const names = keys.map(({ name }) => name).join(' or ');
  const wanted =
    keys.length === 0 ? 'in a transparency log' : `in the log ${names}, signed by a key of the rule`;
  const { state, problem } = log.verdict;
  if (state !== 'logged') return { wanted, found: problem ?? LOG_STATES[state] };
  if (keys.length === 0) return undefined;
  // The log that says who published: through a mirror, that of the registry behind it.
  const head = (log.origin ?? log.own)?.head;
  if (head !== undefined && listNoteSigners(head.note, keys).length > 0) return undefined;
  return { wanted, found: `the log ${head?.origin ?? ''} is signed by another key` };
}

function judgeSigners(
  { fingerprints, files }: Extract<Wish, { kind: 'signed-by' }>,
  evidence: Evidence,
  context: JudgeContext,
): Problem | undefined {
  const { signatures } = evidence;
  const wanted = `signed by ${[...fingerprints, ...files].join(' or ')}`;
  if (signatures === undefined) return { wanted, found: 'no signatures are stored here' };
  const { good, problems } = signatures;
  const isAllowed = (signature: GoodSignature): boolean =>
    fingerprints.includes(signature.fingerprint) ||
    files.some((file) => isInFile(context.allowedSigners.get(file) ?? [], signature, evidence, context));
  if (good.some(isAllowed)) return undefined;
  const signers = good.map(({ fingerprint }) => fingerprint).join(', ');
  const found = signers === '' ? 'it is not signed' : `it is signed by ${signers}`;
  const bad = problems.length === 0 ? '' : `, and has a signature that is not good: ${problems[0]}`;
  return { wanted, found: `${found}${bad}` };
}

function isInFile(
  signers: readonly AllowedSigner[],
  { key, fingerprint }: GoodSignature,
  evidence: Evidence,
  { nowMs }: JudgeContext,
): boolean {
  const atMs = findSigningTime(evidence, fingerprint) ?? nowMs;
  return findAllowedSigner(signers, key, { namespace: PUBLISH_NAMESPACE, atMs }) !== undefined;
}

/** When a log has had the signature at the latest, in milliseconds since 1970. Without a proof, nobody knows. */
function findSigningTime({ log }: Evidence, fingerprint: string): number | undefined {
  const entry = [log.own?.entry, log.origin?.entry].find(
    (each) => each?.type === 'publish' && each.signed_by?.includes(fingerprint) === true,
  );
  return entry === undefined ? undefined : Date.parse(entry.at);
}

function judgePublisher(
  { issuer, claims }: Extract<Wish, { kind: 'published-by' }>,
  evidence: Evidence,
): Problem | undefined {
  const wishes = [...claims].map(([name, wish]) => `${name} ${describeClaim(wish)}`);
  const wanted = `published by ${wishes.join(', ')} of ${issuer}`;
  const publisher = findPublisher(evidence);
  if (typeof publisher === 'string') return { wanted, found: publisher };
  const { provenance } = publisher;
  if (provenance.issuer !== issuer) return { wanted, found: `the issuer is ${provenance.issuer}` };
  for (const [name, wish] of claims) {
    const claim = Object.hasOwn(provenance.claims, name) ? provenance.claims[name] : undefined;
    if (claim === undefined) return { wanted, found: `there is no ${name}` };
    if (!isMet(wish, claim)) return { wanted, found: `${name} is ${quote(claim.slice(0, 200))}` };
  }
  return undefined;
}

function isMet(wish: ClaimWish, claim: string): boolean {
  return 'prefix' in wish ? claim.startsWith(wish.prefix) : wish.oneOf.includes(claim);
}

function describeClaim(wish: ClaimWish): string {
  return 'prefix' in wish ? `${wish.prefix}…` : wish.oneOf.join(' or ');
}

function judgeWitnesses(
  { witnesses, atLeast }: Extract<Wish, { kind: 'witnessed' }>,
  { log }: Evidence,
): Problem | undefined {
  const counts = [log.own, log.origin].map((each) =>
    each === undefined ? 0 : listNoteSigners(each.head.note, witnesses).length,
  );
  const most = Math.max(...counts);
  if (most >= atLeast) return undefined;
  const names = witnesses.map(({ name }) => name).join(', ');
  const wanted = `cosigned by ${atLeast === 1 ? 'one' : atLeast} of ${names}`;
  if (log.verdict.state !== 'logged') return { wanted, found: LOG_STATES[log.verdict.state] };
  return { wanted, found: most === 0 ? 'none of them has' : `${most} of them have` };
}
