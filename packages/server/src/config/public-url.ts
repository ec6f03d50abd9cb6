// The address under which everybody reaches the registry. Answers never need it; it is for what must name the registry
// without a request: the log.
import { quote } from '@prime-registry/protocol/basics';
import { type Setting, SettingError } from './setting.ts';

const ALLOWED = 'none, or an address such as https://primes.example.com or https://example.com/primes';

/** The address without a slash at its end; empty for none. */
export const PUBLIC_URL: Setting<string> = {
  name: 'public-url',
  summary: 'Public address of the registry, after which its log is named at the first start',
  allowed: ALLOWED,
  default: '',
  defaultText: 'none',
  read(text) {
    if (text === 'none') return '';
    // The parser of URLs would leave out tabs and newlines, and take a backslash for a slash.
    if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(text) || !URL.canParse(text)) return undefined;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '')
      throw new SettingError('the address contains credentials, which everybody could read; remove them');
    if (url.search !== '' || url.hash !== '' || /[?#]/.test(text))
      throw new SettingError(`${quote(text)} has a query or a fragment; remove it`);
    return `https://${url.host}${readPath(text)}`;
  },
};

/** What follows the host, as it was written. */
function readPath(text: string): string {
  const path = text.replace(/^https:\/\/[^/]*/i, '').replace(/\/$/, '');
  const isPart = (part: string): boolean => /^(?!\.\.?$)[0-9A-Za-z._~-]+$/.test(part);
  if (path === '' || (path.length <= 512 && path.slice(1).split('/').every(isPart))) return path;
  throw new SettingError(
    `the path ${quote(path)} cannot be used; use up to 512 letters, digits and ._~- with single slashes between`,
  );
}
