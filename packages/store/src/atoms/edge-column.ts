// The column of the edges of an atom: JSON, for each edge its verb, its target and its standing. An atom may have hundreds:
// reading them one by one takes a fifth of the time of JSON.parse for a Prime that has as many as are kept.
import type { Atom } from '@prime-registry/atoms';

type Edges = Atom['edges'];
type Standing = Edges[number]['standing'];

export function encodeEdges(edges: Edges): string {
  return JSON.stringify(edges.map(({ verb, target, standing }) => [verb, target, standing]));
}

/** Reads the result of {@link encodeEdges}. */
export function decodeEdges(json: string): Edges {
  return scanEdges(json) ?? parseEdges(json);
}

/** Whether an edge leads to an atom of the same Prime. A quote inside of a verb or a target is escaped. */
export function hasInsideEdges(json: string): boolean {
  return json.includes('","inside"]');
}

/** Undefined if it is not written as JSON.stringify writes it, or something in it is escaped. */
function scanEdges(json: string): Edges | undefined {
  if (json === '[]') return [];
  if (json.includes('\\') || !json.startsWith('[["')) return undefined;
  const edges: Edges[number][] = [];
  for (let at = 3; ; ) {
    const verb = json.indexOf('"', at);
    if (!json.startsWith('","', verb)) return undefined;
    const target = json.indexOf('"', verb + 3);
    if (!json.startsWith('","', target)) return undefined;
    const standing = json.indexOf('"', target + 3);
    edges.push({
      verb: json.slice(at, verb),
      target: json.slice(verb + 3, target),
      standing: json.slice(target + 3, standing) as Standing,
    });
    if (json.startsWith('"],["', standing)) at = standing + 5;
    else return standing === json.length - 3 && json.endsWith('"]]') ? edges : undefined;
  }
}

function parseEdges(json: string): Edges {
  const edges = JSON.parse(json) as [string, string, Standing][];
  return edges.map(([verb, target, standing]) => ({ verb, target, standing }));
}
