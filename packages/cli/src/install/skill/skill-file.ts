// The name of the file that says which Primes a project requires.

/** The file that lists the Primes a skill needs. */
export const SKILL_FILE = 'SKILL.md';

/** Whether a file of a project is a SKILL.md, of the project itself or of a folder below it. */
export function isSkillFile(path: string | undefined): boolean {
  return path === SKILL_FILE || path?.endsWith(`/${SKILL_FILE}`) === true;
}
