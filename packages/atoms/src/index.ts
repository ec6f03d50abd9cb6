// The package's entry point: reads and compares the atoms of Primes. Nothing here does I/O.
export {
  type Atom,
  type AtomProblem,
  type AtomTexts,
  type BareEdge,
  type Edge,
  type FieldFingerprint,
  type Inventory,
  type ProblemCode,
  type StaleForm,
  TEXT_LEVELS,
  type TextLevel,
} from './atom.ts';
export { type AtomId, isAtomId, MAX_ATOM_NAME_LENGTH, parseAtomId } from './atom-id.ts';
export { compileAtoms } from './compiled/write-compiled.ts';
export type { CompilableAtom } from './compiled/write-index.ts';
export {
  listChanges,
  placeChanges,
  reportStep,
  type StepReport,
  type UnplacedChanges,
} from './diff/describe-diff.ts';
export {
  type ChangedAtom,
  type ComparedAtom,
  diffInventories,
  type InventoryDiff,
  type PlacedEdge,
  type VerbChange,
} from './diff/inventory-diff.ts';
export { judgeVersions, type VersionJudgement } from './diff/judge-versions.ts';
export { listReasons } from './diff/reasons.ts';
export { type Bump, findRequiredBump } from './diff/required-bump.ts';
export { findVersionBefore } from './diff/version-before.ts';
export { compareText } from './hash/canonical-json.ts';
export { contentKeyOf, type KeyedAtom } from './hash/content-key.ts';
export { countKinds } from './inventory/count-kinds.ts';
export { InventoryBuilder } from './inventory/inventory-builder.ts';
export { InventoryCollector } from './inventory/inventory-collector.ts';
export { type AtomReading, type ReadableAtom, readAtom } from './reading/atom-reading.ts';
export { makeReadable } from './reading/readable-markdown.ts';
export { type AtomSection, readText } from './reading/text-sections.ts';
export { countTokenQuarters, estimateTokens, findTokenLimit } from './text/estimate-tokens.ts';
export { createAtomMatcher, type MatchedAtom } from './text/match-atom.ts';
export {
  beginningOf,
  countForgiven,
  countMistakes,
  isLearnt,
  type Mistakes,
  type Spelling,
  spellingsOf,
} from './text/spellings.ts';
export { splitWords } from './text/split-words.ts';
export { isExclusion, isNeed } from './verbs.ts';
