// How requests to upstreams leave the company: through a proxy, and with certificate authorities of its own. Other
// programs share the usual variables, so they are the defaults.
import {
  CertificateFileError,
  ProxyRules,
  ProxySettingError,
  type ProxyTexts,
  readCertificates,
  readProxyVariables,
} from '@prime-registry/network';
import { orSettingError, type Setting } from './setting.ts';

const FROM_ENVIRONMENT: ProxyTexts = {};
const ANY_HOST = new URL('https://upstream.invalid');

const UPSTREAM_PROXY: Setting<ProxyTexts> = {
  name: 'upstream-proxy',
  summary:
    'Proxy for requests to upstreams and webhooks; environment: HTTPS_PROXY and HTTP_PROXY; never for NO_PROXY',
  allowed: 'environment, none, or the address of a proxy such as http://proxy.example:3128',
  default: FROM_ENVIRONMENT,
  defaultText: 'environment',
  isSecret: true,
  read(text) {
    if (text === 'environment') return FROM_ENVIRONMENT;
    if (text === 'none') return { bypass: '*' };
    if (/\s/.test(text)) return undefined;
    const proxy = { text, from: 'upstream-proxy' };
    orSettingError(ProxySettingError, () => new ProxyRules({ https: proxy }).find(ANY_HOST));
    return { https: proxy, http: proxy };
  },
  complete(texts, environment) {
    const shared = readProxyVariables(environment);
    if (texts === FROM_ENVIRONMENT) return shared;
    return { ...(shared.bypass !== undefined && { bypass: shared.bypass }), ...texts };
  },
};

/** The path of a file of certificate authorities; empty for none. */
const UPSTREAM_CAFILE: Setting<string> = {
  name: 'upstream-cafile',
  summary:
    'File of certificate authorities (PEM) that are trusted as well for upstreams and webhooks; default SSL_CERT_FILE',
  allowed: 'none, or the path of a file of certificates in PEM',
  default: '',
  defaultText: 'none',
  read(text) {
    if (text === 'none') return '';
    if (/\p{Cc}/u.test(text)) return undefined;
    readAuthorities(text);
    return text;
  },
  complete: (path, environment) => (path === '' ? (environment.SSL_CERT_FILE ?? '') : path),
};

export const OUTBOUND_SETTINGS = { upstreamProxy: UPSTREAM_PROXY, upstreamCafile: UPSTREAM_CAFILE };

/** The certificates of the file, in PEM. @throws SettingError */
export function readAuthorities(path: string): readonly string[] {
  return path === '' ? [] : orSettingError(CertificateFileError, () => readCertificates(path));
}
