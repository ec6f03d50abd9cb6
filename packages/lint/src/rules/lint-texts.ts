// What the atoms say: descriptions, versions, lengths, and atoms that say the same.
import { type Atom, TEXT_LEVELS, type TextLevel } from '@prime-registry/atoms';
import type { FindingList } from '../finding.ts';
import { placeOf } from './lint-copies.ts';

export type WrittenAtom = Pick<
  Atom,
  'id' | 'kind' | 'path' | 'line' | 'description' | 'version' | 'tokens' | 'fields'
>;

/**
 * Most tokens of a text at each length, as estimateTokens counts them. Agents load summaries of many atoms, the core text of
 * some, and the full text of few; a context of 32,000 tokens should hold a hundred summaries or ten core texts.
 */
export const TOKEN_BUDGETS: Readonly<Record<TextLevel, number>> = { summary: 300, core: 3000, full: 8000 };

/** Fields that name an atom and do not say anything. */
const NAMING_FIELDS: ReadonlySet<string> = new Set(['id', 'name', 'label', 'version']);

export function lintTexts(atoms: readonly WrittenAtom[], findings: FindingList): void {
  const firstWith = new Map<string, WrittenAtom>();
  for (const atom of atoms) {
    lintAtom(atom, findings);
    const content = contentOf(atom);
    const first = content === undefined ? undefined : firstWith.get(content);
    if (content !== undefined && first === undefined) firstWith.set(content, atom);
    if (first === undefined) continue;
    const message = `${atom.id} has the same content as ${first.id}`;
    findings.add('duplicate-content', () => ({ ...placeOf(atom), target: first.id, message }));
  }
}

function lintAtom(atom: WrittenAtom, findings: FindingList): void {
  const { id, description, version, tokens } = atom;
  if (description.trim() === '') {
    findings.add('missing-description', () => ({ ...placeOf(atom), message: `${id} has no description` }));
  }
  if (version === undefined) {
    findings.add('missing-version', () => ({ ...placeOf(atom), message: `${id} has no version` }));
  }
  // One finding for an atom: its longer texts contain the shorter ones.
  const level = TEXT_LEVELS.find((each) => tokens[each] > TOKEN_BUDGETS[each]);
  if (level !== undefined) {
    const message = `the ${level} text of ${id} has about ${tokens[level]} tokens; ${TOKEN_BUDGETS[level]} are a good maximum`;
    findings.add('oversized-atom', () => ({ ...placeOf(atom), message }));
  }
}

/** Equal for atoms with the same content; undefined for an atom without content. */
function contentOf({ kind, fields }: WrittenAtom): string | undefined {
  let content = '';
  for (const { field, fingerprint } of fields)
    if (!NAMING_FIELDS.has(field)) content += `${fingerprint}${field}\n`;
  return content === '' ? undefined : `${kind}\n${content}`;
}
