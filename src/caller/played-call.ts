/** Records the calls of a program for people, and as exchanges for the rules for callers. */
import { isObject } from '../contract/json-pointer.ts';
import type { OperationId } from '../contract/operations.ts';
import { apiPrefix, readContract } from '../contract/spec.ts';
import { pairGrants, parseJson } from '../monitor/index.ts';
import type { IncomingRequest } from '../sandbox/replaceable-parts/index.ts';
import type { CallerFinding } from '../traffic/caller-rules/index.ts';
import { createLiveListener, createTrafficRun } from '../traffic/index.ts';
import type { RecordedRequest } from '../traffic/recordings/index.ts';
import type { AnsweredCall } from './trouble.ts';
import type { Effect } from './story.ts';

/** A call of the program, as reports show it. */
export interface PlayedCall {
  readonly number: number;
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Below the version prefix, with the query; `(storage, ebook_cover)` for an upload of a file with this role. */
  readonly path: string;
  /** The status that the program got; undefined if the response did not arrive. */
  readonly status: number | undefined;
  readonly isTroubled: boolean;
  /** The trouble in a few words; undefined if the readings of the story are the trouble. */
  readonly trouble?: string;
  /** True if the response is the last page of a list. */
  readonly isLastPage?: boolean;
}

/**
 * Creates a recorder of the calls of one run.
 * @param onCall called for each call, once it is answered
 */
export function createCallRecorder(onCall: (call: PlayedCall) => void = () => undefined) {
  const traffic = createTrafficRun();
  const brokenRules: CallerFinding[] = [];
  const calls: PlayedCall[] = [];
  const listener = createLiveListener((exchange) => {
    brokenRules.push(...traffic.judge(exchange).callerFindings);
  });
  const rolesByUrl = new Map<string, unknown>();
  let number = 0;
  const record = (request: IncomingRequest, text: string | undefined) => {
    number += 1;
    const sent = { number, request, recorded: toRecordedRequest(request, text) };
    const startedAt = performance.now();
    const finish = listener.start(sent.recorded);
    return (call: AnsweredCall): void => {
      const played = toPlayedCall(call, sent, rolesByUrl.get(request.url));
      if (request.operation === 'requestUploads') learnRoles(rolesByUrl, text, call.response);
      calls.push(played);
      onCall(played);
      finish(toExchange(call, sent, performance.now() - startedAt));
    };
  };
  return {
    onRequest: record,
    /** Notes a call that is none of the document, whose method is not known. */
    onUnknownRoute: (url: string, status: number): void => {
      number += 1;
      const { pathname, search } = new URL(url);
      const path = pathname.replace(apiPrefix, '') + search;
      calls.push({ number, operation: undefined, method: '?', path, status, isTroubled: false });
    },
    /** The calls in the order in which they were sent. */
    calls: (): readonly PlayedCall[] => calls.toSorted((a, b) => a.number - b.number),
    /** @param isDone true if the program ended and reported success */
    brokenRules: (isDone: boolean): readonly CallerFinding[] =>
      isDone ? [...brokenRules, ...traffic.finishCallers()] : brokenRules,
  };
}

interface SentCall {
  readonly number: number;
  readonly request: IncomingRequest;
  readonly recorded: RecordedRequest;
}

/** @param took milliseconds */
function toExchange({ sentAt, response }: AnsweredCall, { recorded }: SentCall, took: number) {
  const { breaks, status, headers, text } = response;
  const received = breaks === undefined && { response: { status, headers, text } };
  return { sentAt, took, request: recorded, ...received };
}

/** The headers that the rules for callers read, with the key. */
const judgedHeaders = ['content-type', 'content-length', 'accept'];

function toRecordedRequest(
  { method, url, header }: IncomingRequest,
  text: string | undefined,
): RecordedRequest {
  const headers = pickHeaders(header, judgedHeaders);
  return { method, url, headers, ...(text !== undefined && { text }) };
}

/** Returns the key and these headers, as far as the request has them. */
export function pickHeaders(
  header: IncomingRequest['header'],
  names: readonly string[],
): Readonly<Record<string, string>> {
  const all = [readContract().keyHeader, ...names];
  return Object.fromEntries(
    all.flatMap((name) => {
      const value = header(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Remembers the role of each upload URL that the program received. */
function learnRoles(
  rolesByUrl: Map<string, unknown>,
  sent: string | undefined,
  response: AnsweredCall['response'],
): void {
  const [descriptors, body] = [sent ?? '', response.text].map(parseJson);
  for (const { grant, descriptor } of pairGrants(descriptors, body))
    rolesByUrl.set(grant.url, descriptor['role']);
}

/** @param role the role of the file, for an upload */
function toPlayedCall(
  call: AnsweredCall,
  { number, request, recorded }: SentCall,
  role: unknown,
): PlayedCall {
  const { isTroubled, effect, response } = call;
  const { operation, url } = request;
  const { pathname, search } = new URL(url);
  const storage = typeof role === 'string' ? `(storage, ${role})` : '(storage)';
  const path = operation === 'putFile' ? storage : pathname.replace(apiPrefix, '') + search;
  return {
    number,
    operation,
    method: recorded.method,
    path,
    status: response.breaks === undefined ? response.status : undefined,
    isTroubled,
    ...(isTroubled && effect !== undefined && { trouble: describeEffect(effect) }),
    ...(operation === 'listBooks' && { isLastPage: isLastPage(call) }),
  };
}

function isLastPage({ response }: AnsweredCall): boolean {
  if (response.breaks !== undefined || response.status !== 200) return false;
  const body = parseJson(response.text);
  const links = isObject(body) ? body['links'] : undefined;
  return isObject(links) && links['next'] === null;
}

/** Describes an effect in a few words, for a call that had it. */
function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case 'status':
      return `answered with ${effect.status}, nothing done`;
    case 'status-after-work':
      return `done, but answered with ${effect.status}`;
    case 'delay':
      return `done, answered ${effect.seconds} s late`;
    case 'slow-body':
      return 'done, response arrives in small pieces';
    case 'form':
      return effect.form.replaceAll('-', ' ');
    default:
      return effectWords[effect.kind];
  }
}

const effectWords = {
  redirect: 'redirected to a sign-in page, nothing done',
  'html-page': 'answered with an HTML page, nothing done',
  reset: 'connection broken, nothing done',
  'withdrawn-key': 'key withdrawn',
  'expired-urls': 'upload URLs expired',
  'other-create': 'another program created a book before',
  'failed-review': 'review fails later',
  'lost-response': 'done, response lost',
  'no-response': 'done, never answered',
  'truncated-body': 'done, response cut off',
} as const;
