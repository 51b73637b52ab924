/** Requirements that an exchange is also evidence for, in addition to those it was judged by. */
import { isObject } from '../../contract/json-pointer.ts';
import type { StatedId } from '../../contract/requirements.ts';
import type { Effect } from '../effects/index.ts';
import { isMust, leavesNothing } from '../expectations/index.ts';
import { isProblem, problemText } from '../responses/index.ts';
import { conforms, judgeCondition, type Finding } from './verdicts.ts';

/** Evidence for the first is evidence for the others, which say the same of a wider class. */
const wider: Readonly<Partial<Record<StatedId, readonly StatedId[]>>> = {
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

/** Derives further evidence from the findings of an exchange and its acceptance. */
export function widerEvidence(effect: Effect, findings: readonly Finding[]): readonly Finding[] {
  const { question } = effect;
  const met = findings.filter(({ verdict }) => verdict === 'conforms');
  return [
    conforms('errors.no-5xx', 'a response below 500'),
    ...met.flatMap(({ requirement, expected }) =>
      (wider[requirement] ?? []).map((one) => conforms(one, expected)),
    ),
    ...accepted(effect),
    ...wording(effect),
    ...nothingMade(effect, met),
    ...(question.call.operation === 'deleteBook' ? refusedDelete(effect) : []),
  ];
}

/** A call that had to be accepted, and was, speaks for all that its refusal would have broken. */
function accepted({ outcome, expectation, question }: Effect): readonly Finding[] {
  if (outcome !== 'accepted' || expectation === undefined || expectation.grounds.length > 0) {
    return [];
  }
  const { body, query } = question.call;
  const sent = body.kind === 'json' && isObject(body.value) ? Object.keys(body.value) : [];
  const names = [...sent, ...query.keys()];
  const { refused: broken, speaksFor = [] } = expectation.accepts;
  const met = new Set([...broken(names), ...speaksFor]);
  return [...met].map((one) => conforms(one, 'the call to be accepted'));
}

/** The refusal of an ISBN says that it is about an ISBN. */
function wording({ outcome, expectation, question }: Effect): readonly Finding[] {
  const [ground, ...others] = expectation?.grounds ?? [];
  const isbn = ground !== undefined && isMust(ground) && ground.must.startsWith('isbn.');
  const { response } = question.exchange;
  if (!isbn || others.length > 0 || outcome !== 'refused' || !isProblem(response?.body)) return [];
  const text = problemText(response?.body);
  const expected = 'a detail or reason that mentions ISBN';
  return [judgeCondition(/isbn/i.test(text), 'isbn.reason', { expected, actual: text })];
}

/** The external id of a create that was refused finds nothing. */
function nothingMade({ question }: Effect, met: readonly Finding[]): readonly Finding[] {
  const { call, world } = question;
  const missed = met.some(({ requirement }) => requirement === 'lookup.unknown-422');
  const refused = missed ? world.refused.get(call.externalId ?? '') : undefined;
  if (refused === undefined) return [];
  return [conforms(leavesNothing[refused.because], 'no book from a create that was refused')];
}

/** The document leaves open which statuses prevent a delete, but not how the refusal looks. */
function refusedDelete({ outcome, expectation, question }: Effect): readonly Finding[] {
  const grounds = expectation?.grounds ?? [];
  const { response } = question.exchange;
  if (outcome !== 'refused' || response === undefined || grounds.some(isMust)) return [];
  if (response.status !== 409) return [];
  const kept = conforms('delete.refused-409', '409');
  if (response.text === undefined) return [kept];
  const detail = isObject(response.body) ? response.body['detail'] : undefined;
  const said = typeof detail === 'string' && detail.trim() !== '';
  return [
    kept,
    judgeCondition(said, 'delete.refusal-detail', {
      expected: 'a detail that says why',
      actual: typeof detail === 'string' ? `"${detail}"` : 'no detail',
      pointer: '/detail',
    }),
  ];
}
