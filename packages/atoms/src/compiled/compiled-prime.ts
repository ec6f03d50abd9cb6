// Collects the compiled form of a Prime, file by file, in any order.
import { describeCharacter, findHiddenInText } from '@prime-registry/protocol';
import type { BareEdge, TextLevel } from '../atom.ts';
import type { AtomFile } from '../atom-file.ts';
import { isAtomId } from '../atom-id.ts';
import { compareText } from '../hash/canonical-json.ts';
import {
  MAX_ATOMS,
  MAX_CHUNK_BYTES,
  MAX_INDEX_BYTES,
  MAX_KEPT_CHARACTERS,
  MAX_YAML_BYTES,
} from '../limits.ts';
import type { ProblemList } from '../problem-list.ts';
import { decodeText } from '../text/decode-text.ts';
import { warnOfHidden } from '../text/warn-of-hidden.ts';
import { type AtomYaml, readAtomYaml } from './read-atom-yaml.ts';
import { type IndexedAtom, readIndex } from './read-index.ts';

/** An atom from its folder or from the index. */
export interface CompiledAtom {
  readonly id: string;
  /** The file that defines it. */
  readonly path: string;
  readonly yaml: AtomYaml | undefined;
  readonly graphEdges: readonly BareEdge[] | undefined;
  readonly indexed: IndexedAtom | undefined;
  readonly texts: Partial<Record<TextLevel, string>>;
}

interface Folder {
  /** Its path below the folder of compiled atoms, by convention the id. */
  readonly name: string;
  readonly path: string;
  yaml?: AtomYaml;
  graph?: AtomYaml;
  readonly texts: Partial<Record<TextLevel, string>>;
}

export class CompiledPrime {
  readonly #problems: ProblemList;
  readonly #folders = new Map<string, Folder>();
  #index: { readonly path: string; readonly atoms: Map<string, IndexedAtom> } | undefined;
  #characters = 0;

  constructor(problems: ProblemList) {
    this.#problems = problems;
  }

  add(path: string, file: AtomFile, bytes: Uint8Array): void {
    if (file.type === 'index') this.#addIndex(path, bytes);
    else if (file.type === 'chunk') this.#addChunk(path, file.folder, file.level, bytes);
    else if (file.type === 'atom' || file.type === 'graph') {
      this.#addYaml(path, file.type, file.folder, bytes);
    }
  }

  /** All atoms by id: those with a folder first, then those that are only in the index. */
  atoms(): Map<string, CompiledAtom> {
    const atoms = new Map<string, CompiledAtom>();
    // So that the order of the files does not matter.
    const sorted = [...this.#folders.values()].sort((a, b) => compareText(a.path, b.path));
    for (const { name, path, yaml, graph, texts } of sorted) {
      const id = yaml?.id ?? graph?.id ?? (isAtomId(name) ? name : undefined);
      if (id === undefined) {
        this.#problems.error(
          path,
          'no file in this folder has the id of its atom; compile the sources again',
        );
      } else if (atoms.has(id)) {
        this.#problems.error(
          path,
          `this is a second folder for '${id}' and was not read; compile the sources again`,
        );
      } else {
        const indexed = this.#index?.atoms.get(id);
        atoms.set(id, { id, path, yaml, graphEdges: graph?.edges, indexed, texts });
      }
    }
    const path = this.#index?.path ?? '';
    for (const indexed of this.#index?.atoms.values() ?? []) {
      const { id } = indexed;
      if (atoms.has(id)) continue;
      atoms.set(id, { id, path, yaml: undefined, graphEdges: undefined, indexed, texts: {} });
    }
    return atoms;
  }

  #addIndex(path: string, bytes: Uint8Array): void {
    const decoded = decodeText(bytes, MAX_INDEX_BYTES);
    if ('problem' in decoded) {
      this.#problems.error(path, decoded.problem);
      return;
    }
    const { atoms, problems } = readIndex(decoded.text);
    for (const problem of problems) this.#problems.add(path, problem);
    if (this.#index !== undefined && this.#index.path <= path) return;
    this.#index = { path, atoms: new Map(atoms.map((atom) => [atom.id, atom])) };
  }

  #addYaml(path: string, type: 'atom' | 'graph', name: string, bytes: Uint8Array): void {
    const folder = this.#folderOf(name, path);
    if (folder === undefined) return;
    const { yaml, problems } = readAtomYaml(bytes);
    for (const problem of problems) this.#problems.add(path, problem);
    const decoded = decodeText(bytes, MAX_YAML_BYTES);
    if ('text' in decoded) {
      for (const problem of warnOfHidden(decoded.text, problems)) this.#problems.add(path, problem);
    }
    if (yaml === undefined) return;
    if (type === 'atom') folder.yaml ??= yaml;
    else folder.graph ??= yaml;
  }

  #addChunk(path: string, name: string, level: TextLevel, bytes: Uint8Array): void {
    const folder = this.#folderOf(name, path);
    if (folder === undefined) return;
    const decoded = decodeText(bytes, MAX_CHUNK_BYTES);
    if ('problem' in decoded) {
      this.#problems.error(path, decoded.problem);
      return;
    }
    const text = decoded.text.trimEnd();
    const hidden = findHiddenInText(text);
    if (hidden !== undefined) {
      const message = `this text has the unprintable character ${describeCharacter(hidden)} and was not read; remove it`;
      this.#problems.error(path, message);
      return;
    }
    for (const problem of warnOfHidden(text, [])) this.#problems.add(path, problem);
    if (this.#characters + text.length > MAX_KEPT_CHARACTERS) {
      this.#problems.errorOnce(path, FULL);
      return;
    }
    this.#characters += text.length;
    folder.texts[level] ??= text;
  }

  #folderOf(name: string, path: string): Folder | undefined {
    const root = path.slice(0, path.indexOf('compiled/') + 'compiled/'.length);
    const yamlPath = `${root}${name}/atom.yaml`;
    const known = this.#folders.get(yamlPath);
    if (known !== undefined) return known;
    if (this.#folders.size === MAX_ATOMS) {
      this.#problems.errorOnce(path, FULL);
      return undefined;
    }
    const folder: Folder = { name, path: yamlPath, texts: {} };
    this.#folders.set(yamlPath, folder);
    return folder;
  }
}

const FULL = `this and all later compiled files were not read: a Prime has at most ${MAX_ATOMS} atoms with ${MAX_KEPT_CHARACTERS} characters`;
