/** Makes the trouble of a story in a sandbox, and reports each call of the program with the trouble it had. */
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationId } from '../contract/operations.ts';
import type { IncomingRequest, Parts } from '../sandbox/parts/index.ts';
import { jsonResponse, withHeaders, type SandboxResponse } from '../sandbox/present/index.ts';
import type { Alteration } from '../sandbox/index.ts';
import { changeForm } from './response-forms.ts';
import type { Effect, Story, Trouble } from './story.ts';

/** A call of the program, with the response that it got. */
export interface AnsweredCall {
  /** Epoch milliseconds. */
  readonly sentAt: number;
  /** True if the trouble of the story happened to this call. */
  readonly isTroubled: boolean;
  readonly effect: Effect | undefined;
  /** The response; the program did not get it in full if `breaks` is set. */
  readonly response: SandboxResponse;
}

export interface TroubleHooks {
  readonly story: Story;
  /** Called for each request, with its body unless it is an upload. Returns the listener for its response. */
  readonly onRequest: (request: IncomingRequest, text: string | undefined) => (call: AnsweredCall) => void;
  /** Adds a book of another program. */
  readonly addOtherBook: () => Promise<void>;
  /** Ends the calls that wait. */
  readonly signal: AbortSignal;
}

interface TroubleState {
  isCalm: boolean;
  isKeyWithdrawn: boolean;
  doReviewsFail: boolean;
}

/** Creates the alteration of a sandbox that makes the trouble of a story. */
export function createTroubleMaker(hooks: TroubleHooks) {
  const choose = createChooser(hooks.story.troubles);
  const state: TroubleState = { isCalm: false, isKeyWithdrawn: false, doReviewsFail: false };
  const alteration: Alteration = {
    override: () => ({
      chooseParts: async (request, parts) => {
        const text = request.operation === 'putFile' ? undefined : await request.text();
        const finish = hooks.onRequest(request, text);
        const trouble = state.isCalm ? undefined : choose(request.operation);
        return troubleCall({ request, trouble, state, finish, hooks }, parts);
      },
    }),
  };
  return {
    alteration,
    /** Ends the trouble, so that the program can be run again in the same sandbox. */
    calm: (): void => {
      Object.assign(state, { isCalm: true, isKeyWithdrawn: false, doReviewsFail: false });
    },
  };
}

interface TroubledCall {
  readonly request: IncomingRequest;
  readonly trouble: Trouble | undefined;
  readonly state: TroubleState;
  readonly finish: (call: AnsweredCall) => void;
  readonly hooks: TroubleHooks;
}

/** Returns the parts that answer one call. */
async function troubleCall(call: TroubledCall, parts: Parts): Promise<Parts> {
  const { request, trouble, state, finish, hooks } = call;
  const { effect } = trouble ?? {};
  const sentAt = Date.now();
  if (effect?.kind === 'withdrawn-key') state.isKeyWithdrawn = true;
  if (effect?.kind === 'failed-review') state.doReviewsFail = true;
  if (effect?.kind === 'other-create') await hooks.addOtherBook();
  const replacement = createReplacement(effect);
  let isReplaced = false;
  const chosenParts = applyState(parts, state, effect);
  const answer = async () => {
    isReplaced = true;
    return replacement ?? jsonResponse(500, {});
  };
  return {
    ...(replacement === undefined ? chosenParts : replaceAnswer(chosenParts, request, answer)),
    transport: async (response, target) => {
      const before = await parts.transport(response, target);
      const after = effect === undefined ? before : await changeResponse(before, effect, hooks.signal);
      const isTroubled = isReplaced || showsTrouble(trouble, before, after) || showsFailedReview(after, state);
      finish({ sentAt, isTroubled, effect, response: after });
      return after;
    },
  };
}

function applyState(parts: Parts, { isKeyWithdrawn, doReviewsFail }: TroubleState, effect?: Effect): Parts {
  return {
    ...parts,
    ...(isKeyWithdrawn && { findAccount: () => undefined }),
    ...(doReviewsFail && { rules: { ...parts.rules, getStatusAfterReview: () => 'action_needed' } }),
    ...(effect?.kind === 'expired-urls' && {
      durations: { ...parts.durations, uploadLifetimeMs: 1 },
    }),
  };
}

/** Returns a function that chooses the trouble of the next call. The first trouble that applies wins. */
function createChooser(troubles: readonly Trouble[]) {
  const counts = troubles.map(() => new Map<string, number>());
  return (operation: OperationId | undefined): Trouble | undefined => {
    if (operation === undefined) return undefined;
    const applicable = troubles.filter((trouble, index) => {
      if (trouble.on?.includes(operation) === false) return false;
      const key = trouble.each === true ? operation : '';
      const number = (counts[index]?.get(key) ?? 0) + 1;
      counts[index]?.set(key, number);
      return includesCall(trouble, number);
    });
    return applicable[0];
  };
}

function includesCall({ effect, call = 1, times = 1 }: Trouble, number: number): boolean {
  // A trouble without an effect is a property of the whole story, so each call may show it.
  if (effect === undefined) return true;
  return number >= call && (times === 'all' || number < call + times);
}

/** Returns the response of a call that the service does not carry out; undefined if it does. */
function createReplacement(effect: Effect | undefined): SandboxResponse | undefined {
  if (effect?.kind === 'reset') return { ...jsonResponse(500, {}), breaks: 'before-response' };
  return effect?.kind === 'status' ? createStatusResponse(effect) : undefined;
}

type StatusEffect = Extract<Effect, { readonly kind: 'status' }>;

function createStatusResponse(effect: StatusEffect): SandboxResponse {
  const { status, retryAfterSeconds, retryAfterForm, invalidParam: name } = effect;
  const detail = `The service answered with ${status}.`;
  const problem = { title: 'Problem', status, detail, instance: '/v2/distribution' };
  const body =
    name === undefined ? { message: detail } : { ...problem, invalidParams: [{ name, reason: detail }] };
  const response = jsonResponse(status, body);
  if (retryAfterSeconds === undefined) return response;
  // Dates have whole seconds, so the date is rounded up.
  const date = new Date(Date.now() + retryAfterSeconds * 1000 + 999).toUTCString();
  const retryAfter = retryAfterForm === 'date' ? date : String(retryAfterSeconds);
  return withHeaders(response, { 'retry-after': retryAfter });
}

/** Returns the parts of a service that answers without doing anything. */
function replaceAnswer(
  parts: Parts,
  { operation }: IncomingRequest,
  answer: () => Promise<SandboxResponse>,
): Parts {
  if (operation === undefined) return parts;
  if (operation !== 'putFile') {
    return { ...parts, operations: { ...parts.operations, [operation]: answer } };
  }
  const receive = async (body: AsyncIterable<Uint8Array>): Promise<SandboxResponse> => {
    // The upload breaks off after its first bytes.
    for await (const _chunk of body) break;
    return answer();
  };
  return { ...parts, admitUpload: async () => receive };
}

/** Returns the response that the program gets if the trouble comes after the work. */
async function changeResponse(
  response: SandboxResponse,
  effect: Effect,
  signal: AbortSignal,
): Promise<SandboxResponse> {
  switch (effect.kind) {
    case 'lost-response':
      return { ...response, breaks: 'before-response' };
    case 'truncated-body':
      return { ...response, breaks: 'within-body' };
    case 'status-after-work':
      return jsonResponse(effect.status, { message: `The service answered with ${effect.status}.` });
    case 'delay':
      await pause(effect.seconds * 1000, undefined, { signal }).catch(() => undefined);
      return response;
    case 'no-response':
      // Node keeps no timer for longer than 24 days, and no story takes that long.
      await pause(2 ** 31 - 1, undefined, { signal }).catch(() => undefined);
      return { ...response, breaks: 'before-response' };
    case 'form':
      return changeForm[effect.form](response);
    default:
      return response;
  }
}

/** Returns whether the program got something else than without the trouble. */
function showsTrouble(
  trouble: Trouble | undefined,
  { status, text }: SandboxResponse,
  after: SandboxResponse,
): boolean {
  if (trouble === undefined) return false;
  const { effect, statuses } = trouble;
  const isSuccess = status < 400;
  switch (effect?.kind) {
    case undefined:
      return statuses?.includes(status) ?? isSuccess;
    case 'status':
    case 'reset':
    case 'failed-review':
      return false;
    case 'form':
      return isSuccess && (after.text !== text || effect.form !== 'empty-page');
    case 'truncated-body':
      return isSuccess && text !== '';
    case 'delay':
    case 'no-response':
    case 'withdrawn-key':
      return true;
    default:
      return isSuccess;
  }
}

function showsFailedReview({ text }: SandboxResponse, { doReviewsFail }: TroubleState): boolean {
  return doReviewsFail && text.includes('"action_needed"');
}
