/** A proxy in front of a service and its storage that records every request. */
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen, stop } from '../servers/listen.ts';

export interface Noted {
  readonly to: 'service' | 'storage';
  readonly method: string;
  readonly path: string;
  readonly withKey: boolean;
  readonly status: number;
}

export interface CountingProxy {
  /** The origin that leads to the service. */
  readonly address: string;
  readonly noted: readonly Noted[];
  readonly end: () => Promise<void>;
}

/** Delays and failures of responses. */
export interface Disturbance {
  /** Milliseconds by which to delay a response, or a status to return instead. */
  readonly next: () => { readonly delay?: number; readonly instead?: number };
}

const none: Disturbance = { next: () => ({}) };

/** Starts a proxy. It rewrites upload URLs in responses so that they lead through it too. */
export async function countingProxy(
  service: string,
  storage: string,
  disturbance: Disturbance = none,
): Promise<CountingProxy> {
  const noted: Noted[] = [];
  const way: Way = { noted, disturbance, storage, shown: '' };
  const behind = createServer((incoming, outgoing) =>
    pass({ ...way, to: 'storage', target: storage }, incoming, outgoing),
  );
  const shown = `http://127.0.0.1:${await listen(behind)}`;
  const front = createServer((incoming, outgoing) =>
    pass({ ...way, shown, to: 'service', target: service }, incoming, outgoing),
  );
  const address = `http://127.0.0.1:${await listen(front)}`;
  return {
    address,
    noted,
    end: async () => {
      await Promise.all([stop(front), stop(behind)]);
    },
  };
}

interface Way {
  readonly noted: Noted[];
  readonly disturbance: Disturbance;
  /** The origin of the storage, and the one that replaces it. */
  readonly storage: string;
  readonly shown: string;
}

interface OneWay extends Way {
  readonly to: Noted['to'];
  readonly target: string;
}

function pass(way: OneWay, incoming: IncomingMessage, outgoing: ServerResponse): void {
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
  readonly way: OneWay;
  readonly delay: number;
  readonly note: (status: number) => void;
}

async function forward(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { way, delay, note }: Forwarding,
): Promise<void> {
  const text = await textOf(answer);
  const body = way.shown === '' ? text : text.replaceAll(way.storage, way.shown);
  note(answer.statusCode ?? 0);
  await pause(delay);
  const { 'content-length': _old, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  outgoing.end(body);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk);
  return text;
}
