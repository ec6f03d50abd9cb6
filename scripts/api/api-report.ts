// The public API of a package as text, so that a diff shows every change.
import { createHash } from 'node:crypto';
import { type DeclarationFile, readDeclarationFile } from './declaration-file.ts';

/** A declaration and its file. */
interface Place {
  readonly path: string;
  readonly name: string;
}

/** Describes the exports of an entry point, sorted by name, then the declarations that they refer to. */
export class ApiReport {
  readonly #files = new Map<string, DeclarationFile>();

  /** @param texts - declarations by path, as `emitDeclarations` returns them */
  constructor(texts: ReadonlyMap<string, string>) {
    for (const [path, text] of texts) this.#files.set(path, readDeclarationFile(path, text));
  }

  /** The report of one entry point. @param entryPoint - path of the package's index.ts */
  describe(entryPoint: string): string {
    const exported = this.#listExports(entryPoint);
    const hidden = this.#listHidden([...exported.values()]);
    const sections = [
      ...[...exported].sort(byFirst).map(([as, entry]) => this.#print(as, entry, entry.isTypeOnly)),
      ...[...hidden].sort(byFirst).map(([, place]) => `// Not exported:\n${this.#print(place.name, place)}`),
    ];
    return `${sections.join('\n\n')}\n`;
  }

  #listExports(path: string): Map<string, Place & { isTypeOnly: boolean }> {
    const { exported, reexports, stars } = this.#getFile(path);
    const found = new Map<string, Place & { isTypeOnly: boolean }>();
    for (const { from, isTypeOnly } of stars)
      for (const [as, place] of this.#listExports(from))
        found.set(as, { ...place, isTypeOnly: place.isTypeOnly || isTypeOnly });
    for (const [as, { name, from, isTypeOnly }] of reexports) {
      const place = this.#listExports(from).get(name);
      if (place === undefined) throw new Error(`${path}: ${from} exports no ${name}`);
      found.set(as, { ...place, isTypeOnly: place.isTypeOnly || isTypeOnly });
    }
    for (const name of exported) found.set(name, { path, name, isTypeOnly: false });
    return found;
  }

  /** The declarations that exported ones refer to, directly or indirectly. */
  #listHidden(exported: readonly Place[]): Map<string, Place> {
    const known = new Set(exported.map(keyOf));
    const hidden = new Map<string, Place>();
    const queue = [...exported];
    for (const place of queue) {
      for (const reference of this.#listReferences(place)) {
        const key = keyOf(reference);
        if (known.has(key)) continue;
        known.add(key);
        hidden.set(key, reference);
        queue.push(reference);
      }
    }
    return hidden;
  }

  /** Only type names, which begin with a capital letter, and names after `typeof`: others may be members. */
  #listReferences({ path, name }: Place): Place[] {
    const { declarations, imports } = this.#getFile(path);
    const code = (declarations.get(name) ?? []).join('\n').replace(LITERAL, "''");
    const words = [...code.matchAll(/(?<=\btypeof )[\w$]+|\b[A-Z][\w$]*/g)].map(([word]) => word);
    return [...new Set(words)].flatMap((word) => {
      if (declarations.has(word)) return [{ path, name: word }];
      const imported = imports.get(word);
      if (imported === undefined || !this.#files.has(imported.from)) return [];
      return this.#listExports(imported.from).get(imported.name) ?? [];
    });
  }

  #print(as: string, { path, name }: Place, isTypeOnly = false): string {
    const statements = this.#getFile(path).declarations.get(name) ?? [];
    // Exporting only the type of a class is a different API.
    const note = isTypeOnly && /^export declare class/.test(statements[0] ?? '') ? '// Only its type:\n' : '';
    const renamed = as === name ? '' : `// As ${as}:\n`;
    return note + renamed + statements.map(shorten).join('\n');
  }

  #getFile(path: string): DeclarationFile {
    const file = this.#files.get(path);
    if (file === undefined) throw new Error(`there are no declarations of ${path}`);
    return file;
  }
}

const LITERAL = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
/** Descriptions and examples, which may change at any time. */
const TEXT_FOR_PEOPLE =
  /^ *readonly (?:(?:description|title|when): (?:['"`]|string;)|examples: readonly \[).*\n/gm;
const MAX_LITERAL_LENGTH = 60;
const SHOWN_OF_LONG_LITERAL = 30;
const MAX_LINE_LENGTH = 110;

/** Shortens a statement for a diff: no descriptions, short patterns, small objects on one line. */
function shorten(statement: string): string {
  const bare = statement.replace(/^export (?:declare )?|^declare /, '');
  // Constants are `as const`, so all their members are readonly.
  const lean = bare.startsWith('const ')
    ? bare.replace(TEXT_FOR_PEOPLE, '').replace(/\breadonly (?=[[{'"\w$])/g, '')
    : bare;
  const text = lean.replace(LITERAL, shortenLiteral);
  return joinLines(text.replace(/^(?: {4})+/gm, (indent) => indent.slice(indent.length / 2)));
}

function shortenLiteral(literal: string): string {
  const quoted = `'${literal.slice(1, -1)}'`;
  if (quoted.length <= MAX_LITERAL_LENGTH) return quoted;
  const digest = createHash('sha256').update(quoted).digest('hex').slice(0, 8);
  return `${quoted.slice(0, SHOWN_OF_LONG_LITERAL)}…' /* SHA-256 ${digest} */`;
}

/** Puts blocks that fit on one line, inner ones first. */
function joinLines(text: string): string {
  const block = /^( *)(.*)\{\n((?: *[^\s}].*[^{\n]\n)+) *\}(.*)$/gm;
  const joined = text.replace(
    block,
    (whole, indent: string, before: string, inside: string, after: string) => {
      const members = inside
        .trim()
        .replace(/;\n\s*/g, '; ')
        .replace(/;$/, '');
      const line = `${indent}${before}{ ${members} }${after}`;
      return line.length <= MAX_LINE_LENGTH ? line : whole;
    },
  );
  return joined === text ? text : joinLines(joined);
}

function keyOf({ path, name }: Place): string {
  return `${name} ${path}`;
}

function byFirst([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
