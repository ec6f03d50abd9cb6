// The text of a credentials file. No message has a token.
import { type FieldProblem, parseRegistryUrl } from '@prime-registry/protocol';
import { findScalarText, invalidFile, pairsOf, parseYamlFile } from '../files/yaml-file.ts';
import { type Credentials, isBearerToken } from './bearer-token.ts';

/** Reads the text of a file. @throws ValidationError */
export function parseCredentials(path: string, text: string): Credentials {
  const { document, positionOf } = parseYamlFile(path, text);
  const problems: FieldProblem[] = [];
  const credentials = new Map<string, string>();
  for (const { key, value } of pairsOf(document.contents)) {
    const url = parseRegistryUrl(findScalarText(key) ?? '');
    const token = findScalarText(value) ?? '';
    // Text in the wrong place may be a token: messages do not quote it.
    if (!url.ok)
      problems.push({ field: 'key', message: 'must be the base URL of a registry', ...positionOf(key) });
    else if (!isBearerToken(token)) {
      problems.push({
        field: url.value,
        message: 'must have a token, which is a single word',
        ...positionOf(value),
      });
    } else credentials.set(url.value, token);
  }
  if (problems.length > 0) throw invalidFile(path, problems);
  return credentials;
}
