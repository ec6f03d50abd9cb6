// The options of a server of the Model Context Protocol.
import type { KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';

export interface McpServerOptions {
  /** Or what opens it for one request, which then reads one state of it from beginning to end. */
  readonly source: KnowledgeSource | (() => Promise<KnowledgeSource>);
  /** The same as Agent Skills, or what opens them for one request; by default there are none. */
  readonly skills?: SkillLibrary | (() => Promise<SkillLibrary>) | undefined;
  /** The name of the program. */
  readonly name: string;
  /** The version of the program. */
  readonly version: string;
  /** Whether answers are only for those who may read: shared caches must not keep them. */
  readonly isPrivate: boolean;
  /** A sentence for answers about what was not found; see ToolOptions of packages/knowledge. */
  readonly elsewhere?: string | undefined;
  /** Called with errors that are not in an answer. */
  readonly onFailure: (error: unknown) => void;
}

export function openSource({
  source,
}: Pick<McpServerOptions, 'source'>): KnowledgeSource | Promise<KnowledgeSource> {
  return typeof source === 'function' ? source() : source;
}
