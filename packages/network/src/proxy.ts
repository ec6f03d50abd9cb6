// The address of an HTTP proxy, as people write it in a variable or a setting. It may contain a password, so no
// message repeats it.

/** The address of a proxy, and the name of the variable or setting that has it. */
export interface ProxyText {
  readonly text: string;
  readonly from: string;
}

/** Proxies as they are written. */
export interface ProxyTexts {
  /** For https URLs. */
  readonly https?: ProxyText;
  /** For http URLs. */
  readonly http?: ProxyText;
  /** Hosts that are reached without a proxy, with commas or spaces between them. */
  readonly bypass?: string;
}

/** A proxy. */
export interface HttpProxy {
  /** Its URL without credentials. */
  readonly url: string;
  /** The value of `Proxy-Authorization` (RFC 7617). Secret. */
  readonly authorization: string | undefined;
  /** Host, port and the name of the setting, for messages. */
  readonly label: string;
  /** The name of the variable or setting. */
  readonly from: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables `https_proxy`, `http_proxy` and `no_proxy`, in lower or upper case; lower case counts first, as for
 * other programs. In a CGI program, HTTP_PROXY is a header of the request, so it is ignored there.
 */
export function readProxyVariables(environment: Environment): ProxyTexts {
  const isCgi = environment.REQUEST_METHOD !== undefined;
  const https = findText(environment, ['https_proxy', 'HTTPS_PROXY']);
  const http = findText(environment, isCgi ? ['http_proxy'] : ['http_proxy', 'HTTP_PROXY']);
  const bypass = findText(environment, ['no_proxy', 'NO_PROXY'])?.text;
  return { ...(https && { https }), ...(http && { http }), ...(bypass !== undefined && { bypass }) };
}

function findText(environment: Environment, names: readonly string[]): ProxyText | undefined {
  for (const from of names) {
    const text = environment[from]?.trim() ?? '';
    if (text !== '') return { text, from };
  }
  return undefined;
}

/** Parses the address; without a scheme, it is http. @returns the problem with it, in words that follow its name */
export function parseProxy({ text, from }: ProxyText): HttpProxy | { readonly problem: string } {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return { problem: `is not the address of a proxy; ${FORM}` };
  const { protocol, host, username, password } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:')
    return { problem: `is a ${protocol.slice(0, -1)} proxy, which is not supported; ${FORM}` };
  const credentials = `${decode(username)}:${decode(password)}`;
  return {
    url: `${protocol}//${host}`,
    authorization:
      username === '' && password === ''
        ? undefined
        : `Basic ${Buffer.from(credentials, 'utf8').toString('base64')}`,
    label: `${host} (${from})`,
    from,
  };
}

const FORM = 'write http://host:port';

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
