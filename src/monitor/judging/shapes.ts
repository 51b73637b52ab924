/** Judges the form of a response by the contract. */
import { memoize } from '../../contract/memoize.ts';
import { findDocumentedResponse, type OperationId } from '../../contract/operations.ts';
import { isStated } from '../../contract/requirements.ts';
import { createShapeJudge, isJsonType } from '../../contract/shapes.ts';
import { type Contract, readContract } from '../../contract/spec.ts';
import { readMediaType, type ReceivedResponse } from '../exchange.ts';
import { conforms, drifts, type Judgement, type ObservedReading } from '../views/index.ts';

const getJudge = memoize((contract: Contract) => createShapeJudge(contract));

/** Judges status, media type and body against the contract's schemas. */
export function judgeShape(operation: OperationId, response: ReceivedResponse): Judgement[] {
  if (response.text === undefined) return [];
  const judge = getJudge(readContract());
  const { status, body, text } = response;
  const mediaType = readMediaType(response);
  const { confirmedIds, violations } = judge({ operation, status, mediaType, text, body });
  return [
    ...[...confirmedIds].filter(isStated).map((id) => conforms(id, 'as the contract describes it')),
    ...violations.flatMap(({ requirement: id, pointer, expected, actual }) =>
      isStated(id) ? [drifts(id, { pointer, expected, actual })] : [],
    ),
  ];
}

/** Returns a reading if a body is JSON and its content type does not say so. The document shows a 401 in examples only, and nothing of storage. */
export function readBodyLabel(
  operation: OperationId,
  response: ReceivedResponse,
): readonly ObservedReading[] {
  const { body, status } = response;
  const documented = findDocumentedResponse(readContract().operations[operation], status);
  const isDescribed = Object.keys(documented?.content ?? {}).length > 0 && status !== 401;
  const mediaType = readMediaType(response);
  const isOpen = body === undefined || !isDescribed || operation === 'putFile';
  if (isOpen || isJsonType(mediaType)) return [];
  const actual = mediaType === '' ? 'no content type' : mediaType;
  const difference = { expected: 'a JSON content type', actual };
  return [{ silence: 'body.content-type', reading: 'other', difference }];
}

/**
 * Judges a 5xx: no documented request makes the service fail. A 502, 503 or 504 from a gateway counts as well, because
 * the document makes no exception and a caller cannot know who sent it. Storage is not the service.
 */
export function judgeFailure(
  operation: OperationId,
  { status, text }: ReceivedResponse,
): Judgement[] {
  if (operation === 'putFile') return [];
  const actual = `${status} ${(text ?? '').slice(0, 120)}`;
  return [drifts('errors.no-5xx', { expected: 'a response below 500', actual })];
}
