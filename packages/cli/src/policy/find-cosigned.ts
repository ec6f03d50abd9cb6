// Witnesses cosign a log some seconds after it has grown: the proof that came with a version may be older than that.
import { explainLogError } from '../log/explain-log-error.ts';
import type { ProofKey } from '../log/proof-cache.ts';
import { WitnessWait } from '../log/witness-wait.ts';
import type { Evidence, EvidenceSources } from './evidence.ts';

/** The same evidence with a proof in a head that witnesses have cosigned, and that proof. */
export interface CosignedEvidence {
  readonly evidence: Evidence;
  readonly key: ProofKey;
  readonly proof: string;
}

/**
 * Asks for proofs in heads that witnesses have cosigned, as the registry says, until one is enough.
 * @returns undefined if none is, or nobody may be asked
 */
export async function findCosigned(
  evidence: Evidence,
  { logs, findClient, signal }: EvidenceSources,
  isEnough: (evidence: Evidence) => boolean,
): Promise<CosignedEvidence | undefined> {
  const { prime, log } = evidence;
  const { name, moved_to: ownName = name, version, sha256, registry } = prime;
  const client = findClient(registry);
  if (client === undefined || log.own === undefined) return undefined;
  const key = { registry, name: ownName, version, sha256 };
  for (const size of await new WitnessWait(client).listSizes(signal)) {
    if (size <= log.own.index) break;
    try {
      const proof = await client.logProof(ownName, version, { size, signal });
      const { index, entry, head } = await logs.of(client).checkProof(proof, key, signal);
      const cosigned = { ...evidence, log: { ...log, own: { index, entry, head } } };
      if (isEnough(cosigned)) return { evidence: cosigned, key, proof };
    } catch (error) {
      const consequence = 'Nothing was changed';
      throw await explainLogError(error, { registry, stateFolder: logs.stateFolder, consequence });
    }
  }
  return undefined;
}
