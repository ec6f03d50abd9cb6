// What a server of the Model Context Protocol is made of.
import type { KnowledgeSource, SkillLibrary } from '@prime-registry/knowledge';

/** What it serves, and how it names itself. */
export interface McpServerOptions {
  readonly source: KnowledgeSource;
  /** The same as Agent Skills; by default there are none. */
  readonly skills?: SkillLibrary | undefined;
  /** The name of the program. */
  readonly name: string;
  /** The version of the program. */
  readonly version: string;
  /** Whether answers are only for those who may read: shared caches must not keep them. */
  readonly isPrivate: boolean;
  /** A sentence for answers about what was not found; see ToolOptions of packages/knowledge. */
  readonly elsewhere?: string | undefined;
  /** Called with errors that no caller is told. */
  readonly onFailure: (error: unknown) => void;
}
