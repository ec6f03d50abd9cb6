// Says when exported skills are of other versions than those that are installed now.
import { formatCount } from '@prime-registry/command-line';
import { readLockfile } from '../install/lockfile/read-lockfile.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { readSkillRecord } from './skill-record.ts';

/** Notes it for people. A record that cannot be read is said by the command that needs it. */
export async function noteStaleSkills(
  projectFolder: string,
  terminal: Pick<Terminal, 'note'>,
): Promise<void> {
  const record = await readSkillRecord(projectFolder).catch(() => []);
  const lockfile = await readLockfile(projectFolder);
  const stale = record.filter(({ prime, sha256 }) => lockfile?.get(prime)?.sha256 !== sha256);
  if (stale.length === 0) return;
  terminal.note(
    `${formatCount(stale.length, 'exported skill')} not as installed now; 'prime export-skill' updates or removes them.`,
  );
}
