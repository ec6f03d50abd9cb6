// Whether a client takes a compressed answer (RFC 9110, section 12.5.3).

/** @param acceptEncoding - the header; undefined if there is none, and then nothing is compressed */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map<string, boolean>();
  for (const part of (acceptEncoding ?? '').toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim());
    weights.set(coding, !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)));
  }
  return weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? false;
}
