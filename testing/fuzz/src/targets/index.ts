// All fuzz targets, fast ones first.
import type { Target } from '../target.ts';
import { compiled } from './compiled.ts';
import { entry } from './entry.ts';
import { gzip } from './gzip.ts';
import { header } from './header.ts';
import { http } from './http.ts';
import { identity } from './identity.ts';
import { manifest } from './manifest.ts';
import { mcp } from './mcp.ts';
import { multipart } from './multipart.ts';
import { note } from './note.ts';
import { path } from './path.ts';
import { policy } from './policy.ts';
import { prime } from './prime.ts';
import { proof } from './proof.ts';
import { publish } from './publish.ts';
import { query } from './query.ts';
import { signature } from './signature.ts';
import { tar } from './tar.ts';
import { tile } from './tile.ts';
import { wire } from './wire.ts';
import { witness } from './witness.ts';
import { yaml } from './yaml.ts';

export const TARGETS: readonly Target[] = [
  path, //      names, versions, request targets
  query, //     the parameters of a search
  header, //    Content-Type, Content-Disposition, Range, If-None-Match, X-Request-Id
  multipart, // multipart framing
  note, //      signed notes, checkpoints, verifier keys
  proof, //     proof files of transparency logs
  policy, //    trust policies
  witness, //   requests to witnesses, and their answers
  signature, // signatures with SSH keys, lists of allowed signers
  entry, //     entries of the log
  identity, //  identity tokens, and what rules make of their claims
  tile, //      paths of tiles, bundles of entries
  yaml, //      text that looks like YAML
  manifest, //  pack.yaml
  prime, //     sources of atoms
  compiled, //  compiled atoms
  tar, //       tar archives, compressed
  gzip, //      gzip data
  http, //      whole requests, in process
  mcp, //       requests of agents, in process
  publish, //   whole publishes, in process, and the files they leave
  wire, //      bytes on a connection
];

/** Finds a target by name. @throws Error if there is none */
export function getTarget(name: string): Target {
  const target = TARGETS.find((each) => each.name === name);
  if (target === undefined) {
    throw new Error(`there is no target '${name}'; there are ${TARGETS.map((each) => each.name).join(', ')}`);
  }
  return target;
}
