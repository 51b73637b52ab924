/** Observed statuses that the contract does not list for the call. */
import { isArray, isObject, type JsonObject } from '../../contract/json-pointer.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Action } from '../../contract/overlay.ts';
import { readContract } from '../../contract/spec.ts';
import { lastAnswers, type Evidence, type Given, type Observed } from './observed-answers.ts';

/** An action of an overlay, with the sentence that explains it. */
export interface ExplainedAction {
  readonly description: string;
  readonly action: Action;
}

const silence = 'codes-per-endpoint';

/** Returns an action for each that adds it to the contract. Its body has the form of a refusal if the observed one fits. */
export function unlistedStatuses({ silences }: Observed): ExplainedAction[] {
  const { operations } = readContract();
  return lastAnswers(silences[silence] ?? []).flatMap(({ answer, operation, evidence }) => {
    const called = Object.values(operations).find(({ id }) => id === operation);
    // A 5xx breaks a statement of the document, so it does not answer a silence.
    if (called === undefined || !/^[1-4]\d\d$/.test(answer) || isListed(called, answer)) return [];
    const target = `$.paths['${called.path}'].${called.method.toLowerCase()}.responses`;
    const update = { [answer]: responseOf(evidence) };
    return [{ description: `${silence}: ${answer}`, action: { target, update } }];
  });
}

/** Returns true if an answer is a status that the contract lists for its operation. */
export function isListedStatus(id: string, { answer, operation }: Given): boolean {
  if (id !== silence) return false;
  const called = Object.values(readContract().operations).find((one) => one.id === operation);
  return called !== undefined && isListed(called, answer);
}

function isListed({ answers }: Operation, status: string): boolean {
  const range = `${status[0]}XX`;
  return answers.some((one) => [status, range, 'default'].includes(one.status));
}

function responseOf(evidence: Evidence | undefined): JsonObject {
  const description = 'This service returned it; the document does not list it for this call.';
  const { mediaType = '', responseBody: body } = evidence ?? {};
  if (body === undefined || mediaType === '') return { description };
  const alternatives = ['Problem', 'Message'].map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const known = isProblem(body) || (isObject(body) && typeof body['message'] === 'string');
  // An answer in an unknown form says nothing about the next one.
  const schema = known ? { anyOf: alternatives } : {};
  return { description, content: { [mediaType]: { schema } } };
}

function isProblem(body: unknown): boolean {
  return isObject(body) && typeof body['detail'] === 'string' && isArray(body['invalidParams']);
}
