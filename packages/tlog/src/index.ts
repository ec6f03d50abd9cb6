// The public interface of the package.
export { decodeBase64, encodeBase64 } from './notes/base64.ts';
export { type Checkpoint, formatCheckpoint, parseCheckpoint } from './notes/checkpoint.ts';
export { formatNote, formatSignature, type Note, type NoteSignature, parseNote } from './notes/note.ts';
export { formatPrivateKey, type PrivateKey, parsePrivateKey } from './notes/private-key.ts';
export { cosign, type NoteSigner, type Sign, signNote } from './notes/sign-note.ts';
export {
  createVerifierKey,
  formatVerifierKey,
  keyIdOf,
  type NamedPublicKey,
  parseVerifierKey,
  SIGNATURE_TYPES,
  type SignatureType,
  type VerifierKey,
} from './notes/verifier-key.ts';
export { type GoodSignature, type Verifiers, type VerifySignature, verifyNote } from './notes/verify-note.ts';
export { type BelievedCheckpoint, evaluatePolicy } from './policy/evaluate-policy.ts';
export { parsePolicy } from './policy/parse-policy.ts';
export type { Policy, PolicyGroup, PolicyLog, PolicyWitness } from './policy/policy.ts';
export { formatProofFile, type ProofFile, parseProofFile } from './proofs/proof-file.ts';
export { decodeEntryBundle, encodeEntryBundle, MAX_ENTRY_BYTES } from './tiles/entry-bundle.ts';
export { decodeHashes, encodeHashes } from './tiles/hash-list.ts';
export { proveConsistency, proveInclusion, proveInclusionFrom, readEdge } from './tiles/prove.ts';
export { type ReadHashes, type ReadSubtrees, type Span, spanOf } from './tiles/read-subtrees.ts';
export { formatTilePath, parseTilePath, TILE_WIDTH, type TilePath, tileWidth } from './tiles/tile-path.ts';
export { TileTree } from './tiles/tile-tree.ts';
export { QuorumError, TlogError } from './tlog-error.ts';
export { type Appended, appendLeaves, type TileNode } from './tree/append-leaves.ts';
export { type Edge, EMPTY_EDGE, rootOf } from './tree/edge.ts';
export { emptyRoot, HASH_BYTES, type Hash, leafHash, nodeHash, type Sha256 } from './tree/hash.ts';
export type { Subtree } from './tree/subtrees.ts';
export { type ConsistencyClaim, type TreeHead, verifyConsistency } from './tree/verify-consistency.ts';
export { type InclusionClaim, verifyInclusion } from './tree/verify-inclusion.ts';
export { type AddCheckpoint, formatAddCheckpoint, parseAddCheckpoint } from './witness/add-checkpoint.ts';
export {
  addSignatures,
  formatCosignatures,
  formatSizeAnswer,
  parseSizeAnswer,
  readCosignatures,
  SIZE_TYPE,
} from './witness/witness-answer.ts';
