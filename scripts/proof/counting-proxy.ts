/** A proxy in front of a service and its storage that records every request. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen, stop } from '../servers/listen.ts';

export interface NotedRequest {
  readonly to: 'service' | 'storage';
  readonly method: string;
  readonly path: string;
  readonly withKey: boolean;
  readonly status: number;
}

export interface CountingProxy {
  /** The origin that leads to the service. */
  readonly address: string;
  readonly noted: readonly NotedRequest[];
  readonly end: () => Promise<void>;
}

/** Delays and failures of responses. */
export interface Disturbance {
  /** Milliseconds by which to delay a response, or a status to return instead. */
  readonly next: () => { readonly delay?: number; readonly instead?: number };
}

const none: Disturbance = { next: () => ({}) };

/** Starts a proxy. It rewrites upload URLs in responses so that they lead through it too. */
export async function startCountingProxy(
  service: string,
  storage: string,
  disturbance: Disturbance = none,
): Promise<CountingProxy> {
  const noted: NotedRequest[] = [];
  const state: ProxyState = { noted, disturbance, storage, shown: '' };
  const storageServer = createServer((incoming, outgoing) =>
    pass({ ...state, to: 'storage', target: storage }, incoming, outgoing),
  );
  const proxyStorage = `http://127.0.0.1:${await listen(storageServer)}`;
  const serviceServer = createServer((incoming, outgoing) =>
    pass({ ...state, shown: proxyStorage, to: 'service', target: service }, incoming, outgoing),
  );
  const address = `http://127.0.0.1:${await listen(serviceServer)}`;
  return {
    address,
    noted,
    end: async () => {
      await Promise.all([stop(serviceServer), stop(storageServer)]);
    },
  };
}

interface ProxyState {
  readonly noted: NotedRequest[];
  readonly disturbance: Disturbance;
  /** The origin of the storage, and the one that replaces it. */
  readonly storage: string;
  readonly shown: string;
}

interface ProxyTarget extends ProxyState {
  readonly to: NotedRequest['to'];
  readonly target: string;
}

function pass(way: ProxyTarget, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = '', url: path = '', headers } = incoming;
  const note = (status: number): void => {
    way.noted.push({ to: way.to, method, path, withKey: headers['apikey'] !== undefined, status });
  };
  const { delay = 0, instead } = way.disturbance.next();
  if (instead !== undefined && way.to === 'service') {
    incoming.resume();
    note(instead);
    outgoing.writeHead(instead, { 'retry-after': '0' }).end();
    return;
  }
  const host = new URL(way.target).host;
  const onward = request(new URL(path, way.target), { method, headers: { ...headers, host } });
  onward.once('response', (answer) => {
    forward(answer, outgoing, { way, delay, note }).catch(() => outgoing.destroy());
  });
  onward.once('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

interface Forwarding {
  readonly way: ProxyTarget;
  readonly delay: number;
  readonly note: (status: number) => void;
}

async function forward(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { way, delay, note }: Forwarding,
): Promise<void> {
  const text = await readText(answer);
  const body = way.shown === '' ? text : text.replaceAll(way.storage, way.shown);
  note(answer.statusCode ?? 0);
  await pause(delay);
  const { 'content-length': _old, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  outgoing.end(body);
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  return text;
}
