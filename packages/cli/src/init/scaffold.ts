// The first files of a Prime, as text by path. They can be packed and published as they are.
import { type PrimeDraft, renderManifest } from './prime-draft.ts';

export const ATOMS_FOLDER = 'primes';

/** The files of a new Prime; without an atom if the folder of atoms exists already. */
export function renderScaffold(draft: PrimeDraft, hasAtoms: boolean): ReadonlyMap<string, string> {
  const atom = nameAtom(draft);
  const files = new Map([
    ['pack.yaml', renderManifest({ ...draft, name: draft.name.full })],
    ['README.md', renderReadme(draft, atom)],
    ['.primeignore', IGNORED],
  ]);
  if (!hasAtoms)
    files.set(`${ATOMS_FOLDER}/sources/${draft.name.scope}/${atom}.prime`, renderAtom(draft, atom));
  return files;
}

/** The name of the first atom. With that of the Prime: all atoms of a scope share its namespace. */
function nameAtom(draft: PrimeDraft): string {
  return `fact-${topicOf(draft)}-one-statement-each`;
}

function topicOf({ name }: PrimeDraft): string {
  return name.shortName.replaceAll(/[._]+/g, '-');
}

function renderAtom(draft: PrimeDraft, atom: string): string {
  const topic = topicOf(draft);
  return `// Source: where the statement comes from, such as a section of a specification
// A first atom, to be replaced by your own. The file is named after its id.

fact OneStatementEach {
  id: "${draft.name.scope}/${atom}"
  version: ${JSON.stringify(draft.version)}

  domain: ${topic}

  description: "An agent reads atoms one at a time. One that says a single thing can be found, cited and replaced without touching the rest."

  statement: "An atom makes one statement, and names related atoms instead of repeating them."

  confidence: strong

  tags: [fact, ${topic}]

  notes: [
    "Besides facts there are rules with checks, patterns, anti-patterns and principles.",
  ]
}
`;
}

function renderReadme({ name, description, license }: PrimeDraft, atom: string): string {
  return `# ${name.full}

${description}

## Install

\`\`\`sh
prime install ${name.full}
\`\`\`

## Atoms

The files are in \`${ATOMS_FOLDER}/sources/${name.scope}/\`.

| Atom | Subject |
|---|---|
| \`${atom}\` | The size of an atom |

## License

${license}
`;
}

const IGNORED = `# Files that 'prime pack' leaves out, in the syntax of .gitignore. What .gitignore names is left out as well;
# '!name' packs it. Version control, node_modules, .primes, .env and similar files are always left out.
drafts/
*.bak
*.log
*.tmp
`;
