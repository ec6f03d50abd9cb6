// Makes the texts of requests and answers the same in every run: what a run draws by lot gets a fixed value.

/** What differs from run to run, and what stands for it. */
const CHANGING: readonly (readonly [pattern: RegExp, steady: string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '0198f6a2-7c1e-7b34-9d11-2f6c5a1e8b90'],
  [/\b[0-9a-f]{64}\b/g, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  [/\b[0-9a-f]{16}(?=[."])/g, '0f1e2d3c4b5a6978'],
  [/(?<=0f1e2d3c4b5a6978\.\d+\.)[0-9a-f]{8}/g, '5bf2251f'],
  [/\b[0-9a-f]{12}\b/g, '4644a7396d5b'],
  [/SHA256(:|%3A)[\w+/%-]{30,}={0,2}/g, 'SHA256$1jV4bqHq9VfW0m1ZcX3rT8uY2pL6nK5sD7gQwE0aBxCk'],
  [/-----BEGIN SSH SIGNATURE-----.*?-----END SSH SIGNATURE-----(\\n)?/gs, '-----BEGIN SSH SIGNATURE-----…'],
  [/ssh-ed25519 [\w+/=]+/g, 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI…'],
  [/\bpri_\w+/g, 'pri_…'],
  [/\+[0-9a-f]{8}\+[\w+/]+={0,2}/g, '+5f1c0a7e+pZ3mVn…'],
  // Base64, which is neither a digest nor the name of a field.
  [/(?<=^|\\n|[\s"=])(?![0-9a-f]{40,}\b)[A-Za-z\d+/]{40,}={0,2}/gm, 'pZ3mVn…'],
  [/(tree_size|size_bytes|total_bytes)": \d+/g, '$1": 412'],
];

/** The text with fixed values. */
export function steadyText(text: string): string {
  return CHANGING.reduce((steady, [pattern, value]) => steady.replaceAll(pattern, value), text);
}
