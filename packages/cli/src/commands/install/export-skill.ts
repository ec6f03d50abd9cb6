// `prime export-skill`
import { type Flags, flag, UsageError, valued } from '@prime-registry/command-line';
import type { Command } from '../../command.ts';
import { COMMON_FOLDER, folderOfAgent } from '../../skills/agent-folders.ts';
import { runSkillExport, runSkillRemoval, type SkillExport } from '../../skills/run-export.ts';
import { showSkillExport, warnOfSkills } from '../../skills/show-export.ts';
import { isSkillParent } from '../../skills/skill-record.ts';

export const exportSkill: Command<SkillExport> = {
  usage: {
    parameters: ['[<name>…]'],
    options: {
      agent: valued(
        '<name>',
        'Write into the folder of this agent, such as claude-code or codex; may be repeated',
        { multiple: true },
      ),
      to: valued('<folder>', 'Write into this folder of the project; may be repeated', { multiple: true }),
      remove: flag('Remove what was written: of the named Primes, or all'),
    },
    details: [
      `Writes into ${COMMON_FOLDER}, and into the folders of agents whose settings the project has, such as .claude.`,
      'Without names, updates what was written before; the first time, writes every Prime that is not only there for another one.',
      'The skills are made of verified files, offline. What was written is in .primes/skills.json: a skill that somebody has edited, or that another program has written, is never changed.',
      'A Prime with a SKILL.md of its own is written as it is.',
    ],
    examples: [
      'export-skill',
      'export-skill @acme/web-style --agent claude-code',
      'export-skill --to tools/skills',
      'export-skill --remove',
    ],
  },

  run(context, flags, names) {
    const folders = readFolders(flags);
    return flags.remove === true
      ? runSkillRemoval(context, { names, folders })
      : runSkillExport(context, { names, folders });
  },

  view: (result, terminal) => showSkillExport(result, terminal),

  afterwards: (result, terminal) => warnOfSkills(result, terminal),
};

/** The folders of the command line, relative to the project. @throws UsageError */
function readFolders({ agent, to }: Flags): string[] {
  const folders = toList(to).map((given) => {
    const folder = given.replaceAll('\\', '/').replace(/^(?:\.\/)+|\/+$/g, '');
    if (isSkillParent(folder)) return folder;
    throw new UsageError(
      `--to needs a folder within the project, such as ${COMMON_FOLDER}; '${given}' is none`,
    );
  });
  return [...new Set([...toList(agent).map(folderOfAgent), ...folders])];
}

function toList(flag: Flags[string]): string[] {
  return Array.isArray(flag) ? flag : [];
}
