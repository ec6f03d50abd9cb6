// Finds the imports of a TypeScript file with regular expressions, because the native compiler has no API for
// syntax trees. It relies on the formatter, which puts every static import and re-export at the start of a
// line.

/** One import, re-export or dynamic import. */
export interface ModuleImport {
  /** The text between the quotes. */
  readonly specifier: string;
  /** Line of the statement's first character, from 1. */
  readonly line: number;
  /**
   * `import type` or `export type`. A `type` before single names does not count: Node.js still loads the
   * module.
   */
  readonly typeOnly: boolean;
  /**
   * The names between the braces, as the other module exports them, types included. undefined if all names
   * may be meant (a default or namespace import, `export *`, a dynamic import).
   */
  readonly names?: readonly string[];
}

// Comments are blanked. Strings, templates and regular expressions match too, so that a `//` in them is no
// comment.
const COMMENT_OR_LITERAL =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:;!&|?{}[\s])\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g;

const STATIC =
  /^[ \t]*(?:import|export)(?=[\s{*])\s*(?<type>type\s+(?!from\b))?(?:[\w$]+\s*,?\s*)?(?:(?<names>\{[^{}]*\})|\*(?:\s+as\s+[\w$]+)?)?\s*from\s*(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/gm;
const SIDE_EFFECT = /^[ \t]*import\s*(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/gm;
const DYNAMIC = /\bimport\s*\(\s*(?<quote>['"`])(?<specifier>[^'"`\n]+)\k<quote>/g;

/** Lists the imports of a file by line. Dynamic imports only with a literal specifier. */
export function listModuleImports(text: string): ModuleImport[] {
  const code = text.replace(COMMENT_OR_LITERAL, (match) =>
    /^\/[/*]/.test(match) ? match.replace(/[^\n]/g, ' ') : match,
  );
  return [STATIC, SIDE_EFFECT, DYNAMIC]
    .flatMap((pattern) => [...code.matchAll(pattern)])
    .map((match) => ({
      specifier: match.groups?.specifier ?? '',
      line: code.slice(0, match.index).split('\n').length,
      typeOnly: match.groups?.type !== undefined,
      ...namesOf(match),
    }))
    .sort((a, b) => a.line - b.line);
}

/** Only if the braces are the whole clause: `import a, { b }` may mean more than `b`. */
function namesOf(match: RegExpExecArray): Pick<ModuleImport, 'names'> {
  const list = match.groups?.names;
  if (list === undefined || !/^\s*(?:import|export)\s+(?:type\s+)?\{/.test(match[0])) return {};
  const names = list
    .slice(1, -1)
    .split(',')
    .flatMap((item) => {
      const name =
        item
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/)[0] ?? '';
      return name === '' ? [] : [name];
    });
  return { names };
}
