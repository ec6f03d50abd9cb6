// Every rule of lint. Codes are stable: pack.yaml, baselines and CI systems refer to them.

/** How bad a finding is: an error fails the check, a warning may, a note never does. */
export type Severity = 'error' | 'warning' | 'note';

/** A rule. Its code is also its anchor in docs/lint.md. */
export interface Rule {
  readonly severity: Severity;
  /** What it finds, as a sentence without a full stop. */
  readonly summary: string;
  /** How to mend a finding, in the imperative. */
  readonly remedy: string;
}

const error = (summary: string, remedy: string): Rule => ({ severity: 'error', summary, remedy });
const warning = (summary: string, remedy: string): Rule => ({ severity: 'warning', summary, remedy });

const TABLE = {
  'unreadable-atom': error('An atom or a file with atoms cannot be read', 'correct the syntax at this place'),
  'duplicate-id': error(
    'Two atoms of the Prime have the same id',
    'give one of them another id, or remove it',
  ),
  'dangling-edge': error(
    'An edge within the Prime leads to an atom that does not exist',
    'correct the id, add the atom, or remove the edge',
  ),
  'edge-contradiction': error('An atom needs and excludes the same atom', 'remove one of the two edges'),
  'contradictory-needs': warning(
    'An atom needs two atoms that exclude each other',
    'remove one of the two edges, or say in the atoms when each applies',
  ),
  'self-edge': warning(
    'An edge of an atom leads to the atom itself',
    'correct the target, or remove the edge',
  ),
  'duplicate-content': warning(
    'Two atoms of the Prime have the same content under two ids',
    'keep one, and let edges lead to it',
  ),
  'missing-description': warning(
    'An atom has no description',
    `add a line such as 'description: "What it says."'`,
  ),
  'missing-version': warning('An atom has no version', `add a line such as 'version: "1.0.0"'`),
  'oversized-atom': warning(
    'A text of an atom is long for the context of an agent',
    'split the atom, or move details to the fields that only the full text has, such as notes and examples',
  ),
  'unclear-source': warning(
    'A file was read, but may not be what its author meant',
    'correct the file at this place',
  ),
  'stale-compiled': warning('The compiled form differs from the sources', 'compile the sources again'),
  'no-atoms': warning('The Prime has no atoms', 'add .prime files below primes/'),
  'missing-readme': warning(
    'There is no README.md, or it says next to nothing',
    'say in README.md what the Prime is about, for whom, and how to use it',
  ),
  'short-description': warning(
    'The description of the Prime is too short to be found by',
    'say in a sentence what the Prime is about',
  ),
  'license-not-spdx': warning(
    'The license is not an SPDX expression, so programs cannot check it',
    'write an identifier of spdx.org/licenses such as Apache-2.0, an expression, or LicenseRef-<name>',
  ),
  'unknown-target': warning(
    'An edge leads out of the Prime, to an atom that no Prime of the registries has',
    'correct the id, or publish the Prime with the atom first',
  ),
  'missing-requirement': warning(
    'Edges lead to atoms of a Prime that this one does not require, so it is not installed with it',
    "add that Prime to 'requires' in pack.yaml",
  ),
  'copied-atom': warning(
    'Another Prime of the registry has the same atom, maybe under another id',
    'remove the copy, and let edges lead to the other Prime',
  ),
  'taken-id': warning(
    'Another Prime of the registry has an atom with this id and other content',
    'use an id in a scope of your own',
  ),
  'unknown-rule': warning(
    "The key 'lint' of pack.yaml names a rule that does not exist, or is malformed",
    "write it as in 'lint: { off: [oversized-atom] }'",
  ),
} satisfies Record<string, Rule>;

export type RuleCode = keyof typeof TABLE;

export const RULES: Readonly<Record<RuleCode, Rule>> = TABLE;

/** The codes in the order of the documentation. */
export const RULE_CODES = Object.keys(TABLE) as readonly RuleCode[];

export function isRuleCode(text: string): text is RuleCode {
  return Object.hasOwn(TABLE, text);
}
