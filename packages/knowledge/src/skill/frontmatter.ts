// The frontmatter of a SKILL.md. Every value is quoted as JSON, which is YAML too: no text can end its value or begin
// another key.
import { isIndirect, listScalars, parseLocatedYaml } from '@prime-registry/protocol';
import { MAX_SKILL_DESCRIPTION_LENGTH, type SkillOrigin } from './skill.ts';
import { isSkillName } from './skill-name.ts';
import { hides } from './visible-text.ts';

/** What a generated SKILL.md states about itself. */
export interface SkillHead extends Pick<SkillOrigin, 'name' | 'description' | 'license'> {
  readonly metadata: Readonly<Record<string, string>>;
}

/** The lines of the frontmatter. The texts must have no hidden characters. */
export function writeFrontmatter({ name, description, license, metadata }: SkillHead): string[] {
  return [
    '---',
    `name: ${name}`,
    `description: ${JSON.stringify(description)}`,
    ...(license === undefined ? [] : [`license: ${JSON.stringify(license)}`]),
    'metadata:',
    ...Object.entries(metadata).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
    '---',
  ];
}

/** Longest frontmatter that is read, in characters. */
const MAX_FRONTMATTER_LENGTH = 32 * 1024;

/** Fields that let an agent do something without asking its user, where the agent follows them. */
const PERMISSIONS = ['allowed-tools', 'hooks'];

/** What the frontmatter of a SKILL.md says. */
interface OwnHead {
  readonly name: string;
  readonly description: string;
  /** Which of its fields permit something. */
  readonly permissions: readonly string[];
}

/** The frontmatter of a SKILL.md, or the problem as the end of a sentence that begins with the file. */
export function readFrontmatter(markdown: string): OwnHead | { readonly problem: string } {
  const text = markdown.replaceAll('\r\n', '\n');
  if (!text.startsWith('---\n')) return { problem: "does not begin with a line '---'" };
  const end = /^---[\t ]*$/m.exec(text.slice(4, 4 + MAX_FRONTMATTER_LENGTH));
  if (end === null) return { problem: "has no line '---' at the end of its frontmatter" };
  const yaml = parseLocatedYaml(text.slice(4, 4 + end.index), { uniqueKeys: true });
  const { document } = yaml;
  const [error] = document.errors;
  if (error !== undefined) return { problem: `has a frontmatter that is not valid YAML (${error.code})` };
  if (isIndirect(yaml)) return { problem: 'has a frontmatter with aliases or tags of YAML' };
  // Agents put the values into prompts. An escape such as "\U000E0041" is no hidden character of the file, but one of its value.
  if (listScalars(yaml).some(hides))
    return { problem: 'has escapes of YAML for hidden characters in its frontmatter' };
  const [name, description] = [readText(document, 'name'), readText(document, 'description')];
  if (name === undefined || !isSkillName(name)) {
    return {
      problem:
        "needs a name of 1 to 64 characters in its frontmatter: lower-case letters, digits and single '-' between them",
    };
  }
  const length = description === undefined ? 0 : [...description].length;
  if (description === undefined || length === 0 || length > MAX_SKILL_DESCRIPTION_LENGTH)
    return { problem: `needs a description of 1 to ${MAX_SKILL_DESCRIPTION_LENGTH} characters` };
  return { name, description, permissions: PERMISSIONS.filter((key) => document.has(key)) };
}

function readText(
  document: ReturnType<typeof parseLocatedYaml>['document'],
  key: string,
): string | undefined {
  // Nothing but a mapping has keys.
  const value: unknown =
    document.contents !== null && 'items' in document.contents ? document.get(key) : undefined;
  return typeof value === 'string' ? value.trim() : undefined;
}
