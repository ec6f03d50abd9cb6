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
export type * from './source/knowledge-source.ts';
export { formatAtomHeader } from './tools/answers/facts.ts';
export { callTool } from './tools/call-tool.ts';
export { isToolName, KNOWLEDGE_TOOLS, type KnowledgeTool, type ToolName } from './tools/knowledge-tools.ts';
export { type ResourceText, readResource } from './tools/resources/read-resource.ts';
export {
  formatResourceUri,
  parseResourceUri,
  RESOURCE_TEMPLATES,
  type ResourcePlace,
  type ResourceTemplate,
} from './tools/resources/resource-uri.ts';
export type { ToolOptions, ToolResult } from './tools/tool-options.ts';
