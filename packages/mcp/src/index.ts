// The tools of packages/knowledge as a server of the Model Context Protocol.
export type { KnowledgeSource } from '@prime-registry/knowledge';
export { attachSkills } from './skills/attach-skills.ts';
