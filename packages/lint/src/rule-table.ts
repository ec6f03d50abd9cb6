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

const TABLE = {
  'unreadable-atom': {
    severity: 'error',
    summary: 'An atom or a file with atoms cannot be read',
    remedy: 'correct the syntax at this place',
  },
  'duplicate-id': {
    severity: 'error',
    summary: 'Two atoms of the Prime have the same id',
    remedy: 'give one of them another id, or remove it',
  },
  'dangling-edge': {
    severity: 'error',
    summary: 'An edge within the Prime leads to an atom that does not exist',
    remedy: 'correct the id, add the atom, or remove the edge',
  },
  'edge-contradiction': {
    severity: 'error',
    summary: 'An atom needs and excludes the same atom',
    remedy: 'remove one of the two edges',
  },
  'contradictory-needs': {
    severity: 'warning',
    summary: 'An atom needs two atoms that exclude each other',
    remedy: 'remove one of the two edges, or say in the atoms when each applies',
  },
  'self-edge': {
    severity: 'warning',
    summary: 'An edge of an atom leads to the atom itself',
    remedy: 'correct the target, or remove the edge',
  },
  'duplicate-content': {
    severity: 'warning',
    summary: 'Two atoms of the Prime have the same content under two ids',
    remedy: 'keep one, and let edges lead to it',
  },
  'missing-description': {
    severity: 'warning',
    summary: 'An atom has no description',
    remedy: `add a line such as 'description: "What it says."'`,
  },
  'missing-version': {
    severity: 'warning',
    summary: 'An atom has no version',
    remedy: `add a line such as 'version: "1.0.0"'`,
  },
  'oversized-atom': {
    severity: 'warning',
    summary: 'A text of an atom is long for the context of an agent',
    remedy:
      'split the atom, or move details to the fields that only the full text has, such as notes and examples',
  },
  'unclear-source': {
    severity: 'warning',
    summary: 'A file was read, but may not be what its author meant',
    remedy: 'correct the file at this place',
  },
  'stale-compiled': {
    severity: 'warning',
    summary: 'The compiled form differs from the sources',
    remedy: 'compile the sources again',
  },
  'no-atoms': {
    severity: 'warning',
    summary: 'The Prime has no atoms',
    remedy: 'add .prime files below primes/',
  },
  'missing-readme': {
    severity: 'warning',
    summary: 'There is no README.md, or it says next to nothing',
    remedy: 'say in README.md what the Prime is about, for whom, and how to use it',
  },
  'short-description': {
    severity: 'warning',
    summary: 'The description of the Prime is too short to be found by',
    remedy: 'say in a sentence what the Prime is about',
  },
  'license-not-spdx': {
    severity: 'warning',
    summary: 'The license is not an SPDX expression, so programs cannot check it',
    remedy:
      'write an identifier of spdx.org/licenses such as Apache-2.0, an expression, or LicenseRef-<name>',
  },
  'unknown-target': {
    severity: 'warning',
    summary: 'An edge leads out of the Prime, to an atom that no Prime of the registries has',
    remedy: 'correct the id, or publish the Prime with the atom first',
  },
  'missing-requirement': {
    severity: 'warning',
    summary: 'Edges lead to atoms of a Prime that this one does not require, so it is not installed with it',
    remedy: "add that Prime to 'requires' in pack.yaml",
  },
  'copied-atom': {
    severity: 'warning',
    summary: 'Another Prime of the registry has the same atom, maybe under another id',
    remedy: 'remove the copy, and let edges lead to the other Prime',
  },
  'taken-id': {
    severity: 'warning',
    summary: 'Another Prime of the registry has an atom with this id and other content',
    remedy: 'use an id in a scope of your own',
  },
  'unknown-rule': {
    severity: 'warning',
    summary: "The key 'lint' of pack.yaml names a rule that does not exist, or is malformed",
    remedy: "write it as in 'lint: { off: [oversized-atom] }'",
  },
} as const satisfies Record<string, Rule>;

/** The code of a rule. */
export type RuleCode = keyof typeof TABLE;

/** Every rule by its code. */
export const RULES: Readonly<Record<RuleCode, Rule>> = TABLE;

/** The codes in the order of the documentation. */
export const RULE_CODES = Object.keys(TABLE) as readonly RuleCode[];

/** Whether a rule has this code. */
export function isRuleCode(text: string): text is RuleCode {
  return Object.hasOwn(TABLE, text);
}
