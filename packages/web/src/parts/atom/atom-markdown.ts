// An atom as Markdown to take along: what its page shows, in the same words.
import type { AtomReading } from '@prime-registry/atoms';
import type { AtomFacts } from '@prime-registry/store';

/** Writes the document: a title, where it is from, its fields, its edges. */
export function writeAtomMarkdown(
  { name, version }: { readonly name: string; readonly version: string },
  facts: AtomFacts,
  reading: AtomReading,
): string {
  const { id, kind, label, description, edges } = facts;
  const byVerb = [...Map.groupBy(edges, ({ verb }) => verb)];
  const parts = [
    `# ${label ?? id}`,
    [`\`${id}\``, kind, `\`${name}\` ${version}`].join(' · '),
    description,
    ...reading.sections.map(({ title, markdown }) =>
      title === '' ? markdown : `## ${title}\n\n${markdown}`,
    ),
    reading.properties.map(({ title, text }) => `- ${title}: ${text}`).join('\n'),
    reading.comment.join('  \n'),
    ...(byVerb.length === 0 ? [] : ['## Edges']),
    byVerb
      .map(([verb, some]) => `- ${verb}: ${some.map(({ target }) => `\`${target}\``).join(', ')}`)
      .join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
