/** Finds further requirements that an exchange proves or breaks, in addition to those it was judged by. */
import { isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import { isMust, leavesNothing } from '../grounds/index.ts';
import type { Effect } from '../operations/index.ts';
import { conforms, judgeCondition, type Judgement } from '../views/index.ts';

import { isProblem, readProblemText } from '../responses.ts';

/** An exchange that proves the first requirement also proves the others, which say the same about a wider class. */
const widerRequirements: Readonly<Partial<Record<StatedId, readonly StatedId[]>>> = {
  'publish.narrator': ['contributor.narrator'],
  'isbn.valid-on-create': ['errors.documented-422'],
  'isbn.valid-on-update': ['errors.documented-422'],
  'date.valid-on-create': ['errors.documented-422'],
  'date.valid-on-update': ['errors.documented-422'],
  'list.page': ['list.invalid-query-400'],
  'list.per-page': ['list.invalid-query-400'],
  'list.sort': ['list.invalid-query-400'],
  'list.format': ['list.invalid-query-400'],
  'lookup.unknown-422': ['lookup.unknown-names-parameter'],
  'lookup.same-book': ['lookup.answers-200'],
  'attach.returns-to-draft': ['attach.publish-again'],
  'chapters.read-back': ['chapters.order'],
  'list.agrees-with-book': ['list.shows-created'],
  'read.changes-nothing': ['status.changed-only-by'],
};

/** Derives further judgements from those of an exchange and from its acceptance. */
export function deriveEvidence(
  effect: Effect,
  judgements: readonly Judgement[],
): readonly Judgement[] {
  const { question } = effect;
  const met = judgements.filter(({ verdict }) => verdict === 'conforms');
  return [
    conforms('errors.no-5xx', 'a response below 500'),
    ...met.flatMap(({ requirement, expected }) =>
      (widerRequirements[requirement] ?? []).map((wider) => conforms(wider, expected)),
    ),
    ...judgeAcceptance(effect),
    ...judgeIsbnReason(effect),
    ...judgeEarlierCreate(effect, met),
    ...(question.call.operation === 'deleteBook' ? judgeRefusedDelete(effect) : []),
  ];
}

/** A call that had to be accepted, and was, proves all requirements that its refusal would have broken. */
function judgeAcceptance({ outcome, expectation, question }: Effect): readonly Judgement[] {
  if (outcome !== 'accepted' || expectation === undefined || expectation.grounds.length > 0) {
    return [];
  }
  const { accepts, statusRequirement, sentKeys } = expectation;
  const names = [...sentKeys, ...question.call.query.keys()];
  const brokenByRefusal = accepts.brokenByRefusal?.(names) ?? [statusRequirement];
  const met = new Set([...brokenByRefusal, ...(accepts.metByAcceptance ?? [])]);
  return [...met].map((requirement) => conforms(requirement, 'the call to be accepted'));
}

/** A 422 for an ISBN has to mention the ISBN. A 400 may only say that the value has the wrong type. */
function judgeIsbnReason({ outcome, expectation, question }: Effect): readonly Judgement[] {
  const [ground, ...otherGrounds] = expectation?.grounds ?? [];
  const isAboutIsbn = ground !== undefined && isMust(ground) && ground.must.startsWith('isbn.');
  const { response } = question.exchange;
  if (!isAboutIsbn || otherGrounds.length > 0 || outcome !== 'refused') return [];
  if (response?.status !== 422 || !isProblem(response.body)) return [];
  const text = readProblemText(response.body);
  const expected = 'a detail or reason that mentions ISBN';
  return [judgeCondition(/isbn/i.test(text), 'isbn.reason', { expected, actual: text })];
}

/** If a lookup by the external id of a refused create finds no book, that create left nothing behind. */
function judgeEarlierCreate({ question }: Effect, met: readonly Judgement[]): readonly Judgement[] {
  const { call, world } = question;
  const findsNothing = met.some(({ requirement }) => requirement === 'lookup.unknown-422');
  const create = findsNothing ? world.refusedCreates.get(call.externalId ?? '') : undefined;
  if (create === undefined) return [];
  return [conforms(leavesNothing[create.reason], 'no book from a create that was refused')];
}

/** The document leaves open which statuses prevent a delete, but not the form of the refusal. */
function judgeRefusedDelete({ outcome, expectation, question }: Effect): readonly Judgement[] {
  const grounds = expectation?.grounds ?? [];
  const { response } = question.exchange;
  const hasOtherReason = grounds.some(
    (ground) => isMust(ground) && ground.must !== 'delete.refused-409',
  );
  if (outcome !== 'refused' || response?.status !== 409 || hasOtherReason) return [];
  const statusJudgement = conforms('delete.refused-409', '409');
  if (response.text === undefined) return [statusJudgement];
  const detail = isObject(response.body) ? response.body['detail'] : undefined;
  const hasReason = typeof detail === 'string' && detail.trim() !== '';
  return [
    statusJudgement,
    judgeCondition(hasReason, 'delete.refusal-detail', {
      expected: 'a detail that says why',
      actual: typeof detail === 'string' ? `"${detail}"` : 'no detail',
      pointer: '/detail',
    }),
  ];
}
