/** Sends requests to a service through its proxy, with its certificates and its gateway's headers. */
import { rootCertificates } from 'node:tls';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Network } from '../../harness/wire/index.ts';
import type { Connection } from './connection.ts';

/**
 * Opens the connection to a service.
 * @param baseUrl the address of the service; requests to other addresses, such as storage, get no additional headers
 */
export function openNetwork(connection: Connection, baseUrl: string) {
  const dispatcher = createAgent(connection);
  const isService = (url: string): boolean =>
    url.startsWith(baseUrl) && /^[/?]|^$/.test(url.slice(baseUrl.length));
  const network: Network = async (url, request) => {
    const headers = { ...(isService(url) && connection.headers), ...request.headers };
    try {
      return await fetch(url, { ...request, headers, dispatcher });
    } catch (error) {
      throw explainProxyFailure(error);
    }
  };
  return { network, close: async () => dispatcher.destroy() };
}

function createAgent({ trustedCertificates, proxy }: Connection): EnvHttpProxyAgent {
  const tls = trustedCertificates && { ca: [...rootCertificates, trustedCertificates] };
  return new EnvHttpProxyAgent({
    // An empty string means no proxy; undefined would make undici read the environment.
    httpProxy: proxy.http ?? '',
    httpsProxy: proxy.https ?? '',
    noProxy: proxy.none,
    // Plain HTTP goes through without a tunnel, because most proxies open tunnels only to port 443.
    proxyTunnel: false,
    ...(tls && { connect: tls, requestTls: tls, proxyTls: tls }),
  });
}

/** Explains a refusal by a proxy; returns any other error unchanged. */
function explainProxyFailure(error: unknown): unknown {
  const cause = findInnermostCause(error);
  const [, status] = /^Proxy response \((\d+)\)/.exec(cause.message) ?? [];
  if (status === '407' || cause.message.includes('(407)')) {
    return new Error('the proxy requires a user name and password (407)');
  }
  return status === undefined ? error : new Error(`the proxy responded with ${status}`);
}

function findInnermostCause(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause instanceof Error ? findInnermostCause(error.cause) : error;
}
