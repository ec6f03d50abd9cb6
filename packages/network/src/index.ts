// The public exports of the package. `outbound.ts` is an entry point of its own: it loads the HTTP library.
export { CertificateFileError, readCertificates } from './certificates.ts';
export { type HttpProxy, type ProxyText, type ProxyTexts, readProxyVariables } from './proxy.ts';
export { ProxyFailure } from './proxy-failure.ts';
export { ProxyRules, ProxySettingError } from './proxy-rules.ts';
