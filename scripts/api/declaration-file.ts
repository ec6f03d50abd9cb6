// Parses a file of emitted declarations. It relies on the compiler's layout: every statement starts at the
// beginning of a line, and its contents are indented.
import { posix } from 'node:path';

/** A name that a file imports or re-exports. */
export interface NameFromElsewhere {
  /** The name in the other file. */
  readonly name: string;
  /** Path of the other file, or the specifier of another package. */
  readonly from: string;
  readonly isTypeOnly: boolean;
}

/** The declarations, imports and exports of a file. */
export interface DeclarationFile {
  /** The statements that declare a name, several for an overloaded function. */
  readonly declarations: ReadonlyMap<string, readonly string[]>;
  readonly exported: ReadonlySet<string>;
  readonly imports: ReadonlyMap<string, NameFromElsewhere>;
  readonly reexports: ReadonlyMap<string, NameFromElsewhere>;
  /** The files of which all exports are re-exported. */
  readonly stars: readonly Omit<NameFromElsewhere, 'name'>[];
}

const DECLARATION =
  /^(?<export>export )?(?:declare )?(?:abstract )?(?:class|interface|type|function|const|let) (?<name>[\w$]+)/;
const STAR = /^export (?<type>type )?\* from ['"](?<from>[^'"]+)['"];$/;
const NAMES = /^(?<kind>import|export) (?<type>type )?\{(?<names>[^}]*)\} from ['"](?<from>[^'"]+)['"];$/;

/** Parses a file of declarations. @throws Error for a statement that this parser does not support */
export function readDeclarationFile(path: string, text: string): DeclarationFile {
  const declarations = new Map<string, string[]>();
  const exported = new Set<string>();
  const imports = new Map<string, NameFromElsewhere>();
  const reexports = new Map<string, NameFromElsewhere>();
  const stars: Omit<NameFromElsewhere, 'name'>[] = [];
  const locate = (specifier: string) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
  for (const statement of splitStatements(text)) {
    const declaration = DECLARATION.exec(statement)?.groups;
    const star = STAR.exec(statement)?.groups;
    const names = NAMES.exec(statement)?.groups;
    if (declaration?.name !== undefined) {
      const { name } = declaration;
      declarations.set(name, [...(declarations.get(name) ?? []), statement]);
      if (declaration.export !== undefined) exported.add(name);
    } else if (star?.from !== undefined) {
      stars.push({ from: locate(star.from), isTypeOnly: star.type !== undefined });
    } else if (names?.from !== undefined) {
      const target = names.kind === 'import' ? imports : reexports;
      for (const { name, as, isTypeOnly } of readNames(names.names ?? '')) {
        const from = locate(names.from);
        target.set(as, { name, from, isTypeOnly: isTypeOnly || names.type !== undefined });
      }
    } else if (statement !== 'export {};') {
      throw new Error(
        `${path}: scripts/api/declaration-file.ts cannot read this statement yet: ${statement}`,
      );
    }
  }
  return { declarations, exported, imports, reexports, stars };
}

function splitStatements(text: string): string[] {
  return text
    .split(/\n(?=[^\s})\]|&])/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

function readNames(list: string): { name: string; as: string; isTypeOnly: boolean }[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const bare = entry.replace(/^type /, '');
      const [name = bare, as = name] = bare.split(' as ');
      return { name, as, isTypeOnly: bare !== entry };
    });
}
