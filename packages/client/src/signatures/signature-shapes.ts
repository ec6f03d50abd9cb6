// What a registry says about signatures. It proves nothing: anyone who needs a signature verifies its text.
import {
  type ScopeSigners,
  ScopeSignersSchema,
  type VersionSignatures,
  VersionSignaturesSchema,
} from '@prime-registry/protocol';
import { readShape, type ShapeReader } from '../shapes/read-shape.ts';

/** Signatures of one version that are read: a registry takes few. */
const MOST_SIGNATURES = 64;

/** Reads the signatures of a version. */
export const readSignatures: ShapeReader<VersionSignatures['signatures']> = (body) =>
  readShape(VersionSignaturesSchema, body).signatures.slice(0, MOST_SIGNATURES);

/** Reads the signers of a scope. */
export const readScopeSigners: ShapeReader<ScopeSigners> = (body) => readShape(ScopeSignersSchema, body);
