// Chooses the proxy for a URL.
import { type Exception, isLoopback, parseExceptions } from './no-proxy.ts';
import { type HttpProxy, type ProxyText, type ProxyTexts, parseProxy } from './proxy.ts';

/** The address of a proxy that cannot be used. The message names the setting and never its value. */
export class ProxySettingError extends Error {
  override readonly name = 'ProxySettingError';
}

/** The proxies of a program. An address is only checked when it is needed. */
export class ProxyRules {
  readonly #texts: ProxyTexts;
  readonly #exceptions: readonly Exception[];

  constructor(texts: ProxyTexts) {
    this.#texts = texts;
    this.#exceptions = parseExceptions(texts.bypass ?? '');
  }

  /**
   * The proxy for a URL; undefined for a direct connection, as always to this machine.
   * @throws ProxySettingError
   */
  find({ protocol, hostname, port }: URL): HttpProxy | undefined {
    const text = protocol === 'https:' ? this.#texts.https : this.#texts.http;
    if (text === undefined) return undefined;
    const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    if (isLoopback(host) || this.#exceptions.some((matches) => matches(host, number))) return undefined;
    return this.#parse(text);
  }

  readonly #parsed = new Map<ProxyText, HttpProxy>();

  /** The same object each time, so that its connections can be kept. */
  #parse(text: ProxyText): HttpProxy {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const proxy = parseProxy(text);
    if ('problem' in proxy) throw new ProxySettingError(`${text.from} ${proxy.problem}`);
    this.#parsed.set(text, proxy);
    return proxy;
  }
}
