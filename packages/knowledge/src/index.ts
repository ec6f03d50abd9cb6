// What agents read of Primes, and how: tools, documents, skills, and contexts within a budget. Without I/O.

export {
  CONTEXT_LIMITS,
  type ContextAtom,
  type ContextOptions,
  type ContextReason,
  type ContextRequest,
  type LeftOutAtom,
  type PackedContext,
} from './context/context-request.ts';
export { packContext } from './context/pack-context.ts';
export { splitIds } from './context/read-asked.ts';
export { writeLine } from './document/document-parts.ts';
export { isReadFirst, type OrderedAtom, orderForReading, orderWithPauses } from './document/reading-order.ts';
export {
  DOCUMENT_FORM,
  type DocumentOptions,
  writeAtomDocument,
  writeDocument,
} from './document/write-document.ts';
export {
  type IndexedPrime,
  indexPrime,
  type SearchableAtom,
  type SearchablePrime,
} from './search/index-prime.ts';
export { type LocalHit, type LocalHits, searchPrimes } from './search/search-primes.ts';
export { suggestNames } from './search/suggest-names.ts';
export type { SkillAtom } from './skill/group-atoms.ts';
export { findOwnSkill, type OwnSkill } from './skill/own-skill.ts';
export { PackedFileCollector, type PackedFiles } from './skill/packed-files.ts';
export { type RenderSkill, readSkill } from './skill/read-skill.ts';
export { REGISTRY_SKILL, renderRegistrySkill } from './skill/registry-skill.ts';
export { renderSkill } from './skill/render-skill.ts';
export {
  MAX_SKILL_BYTES,
  MAX_SKILL_FILES,
  SKILL_MD,
  type Skill,
  type SkillFile,
  type SkillOrigin,
  skillBytes,
} from './skill/skill.ts';
export {
  type PrimeSkill,
  SkillLibrary,
  type SkillLibraryOptions,
  type SkillPage,
} from './skill/skill-library.ts';
export { isSkillName, skillNameOf } from './skill/skill-name.ts';
export type * from './source/knowledge-source.ts';
export * from './source/known-prime.ts';
export { formatAtomHeader, toOneLine } from './tools/answers/facts.ts';
export { callTool } from './tools/call-tool.ts';
export {
  describeUnknownTool,
  isToolName,
  KNOWLEDGE_TOOLS,
  type KnowledgeTool,
  type ToolName,
} from './tools/knowledge-tools.ts';
export { type ResourceText, readResource } from './tools/resources/read-resource.ts';
export {
  formatResourceUri,
  parseResourceUri,
  RESOURCE_TEMPLATES,
  type ResourcePlace,
} from './tools/resources/resource-uri.ts';
export type { ToolOptions, ToolResult } from './tools/tool-options.ts';
