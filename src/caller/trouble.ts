/** Makes the trouble of a story in a sandbox, and reports each call of the program with the trouble it had. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IncomingRequest, Parts } from '../sandbox/replaceable-parts/index.ts';
import { disturbResponse } from '../sandbox/http/index.ts';
import { jsonResponse, type SandboxResponse } from '../sandbox/present/index.ts';
import type { Alteration } from '../sandbox/index.ts';
import {
  createPage,
  createReplacement,
  describeStatus,
  signInPath,
  changeForm,
} from './response-forms.ts';
import { createChooser, type Effect, type Story, type Trouble } from './story.ts';

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
  readonly onRequest: (
    request: IncomingRequest,
    text: string | undefined,
  ) => (call: AnsweredCall) => void;
  /** Called for a call that is none of the document. */
  readonly onUnknownRoute: (url: string, response: SandboxResponse) => void;
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
  const isCalm = hooks.story.start?.ranBefore === true;
  const state: TroubleState = { isCalm, isKeyWithdrawn: false, doReviewsFail: false };
  const alteration: Alteration = {
    override: (parts) => ({
      // Only a call of an unknown route is answered without a choice of parts.
      transport: async (response, target) => {
        const sent = await parts.transport(response, target);
        if (target.operation !== undefined) return sent;
        const answer = new URL(target.url).pathname === signInPath ? createPage() : sent;
        hooks.onUnknownRoute(target.url, answer);
        return answer;
      },
      chooseParts: async (request, current) => {
        const text = request.operation === 'putFile' ? undefined : await request.text();
        const finish = hooks.onRequest(request, text);
        const role = hooks.story.troubles.some(({ files }) => files !== undefined)
          ? await findRole(request, current)
          : undefined;
        const trouble = state.isCalm ? undefined : choose(request.operation, role);
        return troubleCall({ request, trouble, state, finish, hooks }, current);
      },
    }),
  };
  return {
    alteration,
    /** Begins or ends the trouble, so that the program can be run again in the same sandbox. */
    setCalm: (isNowCalm: boolean): void => {
      Object.assign(state, { isCalm: isNowCalm, isKeyWithdrawn: false, doReviewsFail: false });
    },
  };
}

/** Returns the role of the file that an upload or an attach is about. */
async function findRole({ url, path }: IncomingRequest, { store }: Parts) {
  const id = path('fileId') ?? /\/uploads\/([^/?]+)/.exec(url)?.[1];
  return id === undefined ? undefined : (await store.readGrant(id))?.role;
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
  const replacement = await createReplacement(effect);
  let isReplaced = false;
  const chosenParts = applyState(parts, state, effect);
  const answer = async () => {
    isReplaced = true;
    return replacement ?? jsonResponse(500, {});
  };
  return {
    ...(replacement === undefined
      ? chosenParts
      : replaceAnswer(chosenParts, request, {
          answer,
          breaksOff: replacement.breaks !== undefined,
        })),
    transport: async (response, target) => {
      const before = await parts.transport(response, target);
      const after = await changeResponse(before, effect, request);
      const isTroubled =
        isReplaced || showsTrouble(trouble, before, after) || showsFailedReview(after, state);
      // A call that is not answered in time is recorded all the same.
      finish({ sentAt, isTroubled, effect, response: after });
      await wait(effect, hooks.signal);
      return after;
    },
  };
}

function applyState(
  parts: Parts,
  { isKeyWithdrawn, doReviewsFail }: TroubleState,
  effect?: Effect,
): Parts {
  return {
    ...parts,
    ...(isKeyWithdrawn && { findAccount: () => undefined }),
    ...(doReviewsFail && {
      rules: { ...parts.rules, getStatusAfterReview: () => 'action_needed' },
    }),
    ...(effect?.kind === 'expired-urls' && {
      durations: { ...parts.durations, uploadLifetimeMs: 1 },
    }),
  };
}

interface ReplacedAnswer {
  readonly answer: () => Promise<SandboxResponse>;
  /** True if an upload breaks off after its first bytes. */
  readonly breaksOff: boolean;
}

/** Returns the parts of a service that answers without doing anything. */
function replaceAnswer(
  parts: Parts,
  { operation }: IncomingRequest,
  { answer, breaksOff }: ReplacedAnswer,
): Parts {
  if (operation === undefined) return parts;
  if (operation !== 'putFile') {
    return { ...parts, operations: { ...parts.operations, [operation]: answer } };
  }
  const receive = async (body: AsyncIterable<Uint8Array>): Promise<SandboxResponse> => {
    const chunks = body[Symbol.asyncIterator]();
    let next = await chunks.next();
    // Many programs read the response only after they have sent the whole file.
    if (!breaksOff) while (next.done !== true) next = await chunks.next();
    return answer();
  };
  return { ...parts, admitUpload: async () => receive };
}

/** Returns the response that the program gets if the trouble comes after the work. */
async function changeResponse(
  response: SandboxResponse,
  effect: Effect | undefined,
  request: IncomingRequest,
): Promise<SandboxResponse> {
  switch (effect?.kind) {
    case 'lost-response':
    case 'truncated-body':
      return disturbResponse(response, effect);
    case 'no-response':
      return disturbResponse(response, { kind: 'lost-response' });
    case 'slow-body':
      return disturbResponse(response, { kind: 'slow-body', milliseconds: effect.seconds * 1000 });
    case 'status-after-work':
      return jsonResponse(effect.status, { message: describeStatus(effect.status) });
    case 'form':
      return changeForm[effect.form](response, request);
    default:
      return response;
  }
}

/** In milliseconds: Node keeps no timer for longer, and no story takes that long. */
const forever = 2 ** 31 - 1;

/** Waits as long as the effect delays the response, or until the story ends. */
async function wait(effect: Effect | undefined, signal: AbortSignal): Promise<void> {
  if (effect?.kind !== 'delay' && effect?.kind !== 'no-response') return;
  const milliseconds = effect.kind === 'delay' ? effect.seconds * 1000 : forever;
  await pause(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Returns whether the program got something else than without the trouble. */
function showsTrouble(
  trouble: Trouble | undefined,
  before: SandboxResponse,
  after: SandboxResponse,
): boolean {
  if (trouble === undefined) return false;
  const { effect, statuses } = trouble;
  const { status, text } = before;
  const isSuccess = status < 400;
  switch (effect?.kind) {
    case undefined:
      return statuses?.includes(status) ?? isSuccess;
    case 'status':
    case 'redirect':
    case 'html-page':
    case 'reset':
    case 'failed-review':
      return false;
    case 'form':
      return isSuccess && after !== before;
    case 'slow-body':
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
