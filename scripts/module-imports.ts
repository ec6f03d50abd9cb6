// Finds what a TypeScript file imports, by regular expression: the native compiler offers no syntax tree to
// JavaScript. It relies on the formatter, which puts every static import and re-export at the start of a line.

/** One import, re-export or dynamic import. */
export interface ModuleImport {
  /** What stands between the quotes. */
  readonly specifier: string;
  /** Of the statement's first character, from 1. */
  readonly line: number;
  /** `import type` or `export type`. A `type` before each name does not count: Node then still loads the module. */
  readonly typeOnly: boolean;
  /**
   * The names between the braces as the other module exports them, types included; undefined where all of its names may be
   * meant (a default or namespace import, `export *`, a dynamic import).
   */
  readonly names?: readonly string[];
}

// Comments are to be blanked; strings, templates and regular expressions are matched so that a `//` in them is none.
const COMMENT_OR_LITERAL =
  /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:;!&|?{}[\s])\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//g;

const STATIC =
  /^[ \t]*(?:import|export)(?=[\s{*])\s*(?<type>type\s+(?!from\b))?(?:[\w$]+\s*,?\s*)?(?:(?<names>\{[^{}]*\})|\*(?:\s+as\s+[\w$]+)?)?\s*from\s*(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/gm;
const SIDE_EFFECT = /^[ \t]*import\s*(?<quote>['"])(?<specifier>[^'"\n]+)\k<quote>/gm;
const DYNAMIC = /\bimport\s*\(\s*(?<quote>['"`])(?<specifier>[^'"`\n]+)\k<quote>/g;

/** Lists the imports of a file in the order of its lines, dynamic ones where the specifier is a literal. */
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

/** Only where the braces are all of the clause: `import a, { b }` may mean more than `b`. */
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
