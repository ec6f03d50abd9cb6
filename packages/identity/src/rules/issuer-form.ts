// What may be an issuer (OpenID Connect Discovery 1.0, section 4.1). Its text is compared byte for byte, and never normalised.
import { quote } from '@prime-registry/protocol/basics';

/** Longest issuer, in characters. */
export const MAX_ISSUER_LENGTH = 512;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** What is wrong with an issuer; undefined if nothing is. */
export function findIssuerFormProblem(issuer: unknown): string | undefined {
  if (typeof issuer !== 'string' || issuer === '' || issuer.length > MAX_ISSUER_LENGTH)
    return `it is not a text of 1 to ${MAX_ISSUER_LENGTH} characters`;
  const url = URL.parse(issuer);
  if (url === null || !/^[\x21-\x7e]+$/.test(issuer))
    return `${quote(issuer)} is not a URL; write it as 'iss' of a token has it, such as 'https://gitlab.example.com'`;
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.includes(url.hostname)))
    return `${quote(issuer)} does not begin with 'https://'`;
  if (url.username !== '' || url.password !== '' || /[?#]/.test(issuer))
    return `${quote(issuer)} has a user name, a password, '?' or '#'; an issuer has none of them`;
  return undefined;
}
