// The first files of a Prime, as text by path: enough to be packed and published, little enough to be read at once.
import { type PrimeDraft, renderManifest } from './prime-draft.ts';

/** Where atoms are. */
export const ATOMS_FOLDER = 'primes';

/** The files of a new Prime; without an atom when it has a folder of them already. */
export function renderScaffold(draft: PrimeDraft, hasAtoms: boolean): ReadonlyMap<string, string> {
  const namespace = `@${draft.name.shortName}`;
  const files = new Map([
    ['pack.yaml', renderManifest({ ...draft, name: draft.name.full })],
    ['README.md', renderReadme(draft, namespace)],
    ['.primeignore', IGNORED],
  ]);
  if (!hasAtoms)
    files.set(`${ATOMS_FOLDER}/sources/${namespace}/${ATOM}.prime`, renderAtom(draft, namespace));
  return files;
}

const ATOM = 'fact-one-statement-each';

function renderAtom({ name, version }: PrimeDraft, namespace: string): string {
  const topic = name.shortName.replaceAll(/[._]+/g, '-');
  return `// Source: where you have it from, such as a section of a specification
// A first atom, to be replaced by one of your own. Its file has the name of its id.

fact OneStatementEach {
  id: "${namespace}/${ATOM}"
  version: ${JSON.stringify(version)}

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

function renderReadme({ name, description, license }: PrimeDraft, namespace: string): string {
  return `# ${name.full}

${description}

## Install

\`\`\`sh
prime install ${name.full}
\`\`\`

## Atoms

The file of each is in \`${ATOMS_FOLDER}/sources/${namespace}/\`.

| Atom | What it settles |
|---|---|
| \`${ATOM}\` | How much an atom says |

## License

${license}
`;
}

const IGNORED = `# What 'prime pack' leaves out, in the syntax of .gitignore. Version control, node_modules, .primes, .env and
# the like are left out anyway.
drafts/
*.bak
*.log
*.tmp
`;
