/** Compares the body of an accepted call with what is known. */
import { isObject } from '../../contract/json-pointer.ts';
import type { Call } from '../call.ts';
import type { Effect } from '../effects/index.ts';
import { readBook, readCreatedId } from '../responses.ts';
import {
  findForeignHolders,
  findHolders,
  isCertain,
  isForeign,
  isKnown,
  isMust,
  type Question,
  getSettledId,
} from '../expectations/index.ts';
import type { Book, World } from '../world/index.ts';
import { judgeView, type View } from './book-view.ts';
import { judgeChapterOrder, readChapterOrder } from './chapter-order.ts';
import { judgeGone, judgeLeftBehind } from './gone-book.ts';
import { judgeGrants } from './grant-view.ts';
import { judgeList, type JudgedPage } from './list-view.ts';
import {
  conforms,
  drifts,
  judgeCondition,
  noVerdicts,
  formatValue,
  type Judgement,
  type Verdicts,
} from './verdicts.ts';

/** The verdicts on a response. */
export interface ContentVerdicts extends Verdicts {
  /** The page that the body was judged as, if it is a list. */
  readonly list?: JudgedPage | undefined;
}

/**
 * Judges the body of a response.
 * @param after the world with the effects of the call
 */
export function judgeContent(effect: Effect, after: World): ContentVerdicts {
  const { question, outcome, expectation } = effect;
  const mustBeRefused = expectation?.grounds.some(isMust) === true;
  // A wrongly accepted call is a drift by itself, so the content of its response is not judged.
  if (outcome !== 'accepted' || mustBeRefused) return noVerdicts;
  switch (question.call.operation) {
    case 'createBook':
    case 'updateBook':
      return judgeWrite(effect, after);
    case 'readBook':
      return { judgements: judgeRead(question), readings: [] };
    case 'lookUpBook':
      return { judgements: judgeLookUp(question), readings: [] };
    case 'listBooks': {
      const list = judgeList(question);
      return { judgements: list?.judgements ?? [], readings: [], list };
    }
    case 'requestUploads':
      return judgeUploads(question);
    default:
      return noVerdicts;
  }
}

/** Judges the response to a create or an update, which may show the book after the call. */
function judgeWrite(effect: Effect, after: World): Verdicts {
  const { question } = effect;
  const { call, exchange } = question;
  const body = exchange.response?.body;
  const silence = call.operation === 'createBook' ? 'create.response' : 'update.response';
  const envelope = readBook(body);
  const readings = isObject(body)
    ? [{ silence, reading: envelope === undefined ? 'walkthrough' : 'reference' } as const]
    : [];
  const otherId = judgeId(readCreatedId(body), call);
  if (otherId.length > 0) return { judgements: otherId, readings };
  if (envelope === undefined) return { judgements: [], readings };
  const book = after.books.get(envelope.id);
  const isComparable = call.operation === 'createBook' || isCertain(question);
  const isCurrent = book?.isOwn === true && book.epoch === after.epoch;
  if (!isCurrent || !isComparable) return { judgements: [], readings };
  const defaultRequirement =
    call.operation === 'createBook' ? 'create.reads-back' : 'update.keeps-the-rest';
  const { attributes } = envelope;
  return {
    judgements: [
      ...judgeView(book, createView(attributes, defaultRequirement)),
      ...judgeChapterOrder(attributes['chapters'], question),
    ],
    readings: [...readings, ...readChapterOrder(attributes['chapters'], question)],
  };
}

/** Returns a drift if a response shows another book than the requested one. */
function judgeId(shownId: string | undefined, { bookId, ids }: Call): readonly Judgement[] {
  if (bookId === undefined || shownId === undefined || ids === 'malformed') return [];
  const difference = { expected: `the id ${bookId}`, actual: shownId, pointer: '/data/id' };
  return shownId === bookId ? [] : [drifts('id.same-everywhere', difference)];
}

function createView(
  attributes: View['attributes'],
  defaultRequirement: View['defaultRequirement'],
  lag?: View['lag'],
): View {
  return { attributes, defaultRequirement, lag, pointer: '/data/attributes' };
}

function judgeRead(question: Question): readonly Judgement[] {
  const { call, book, exchange } = question;
  const envelope = readBook(exchange.response?.body);
  if (envelope === undefined) return [];
  const otherId = judgeId(envelope.id, call);
  if (otherId.length > 0) return otherId;
  const idJudgement = conforms('id.same-everywhere', 'the id that was asked for');
  if (!isCertain(question) || book === undefined) return [idJudgement];
  const { attributes } = envelope;
  return [
    idJudgement,
    ...judgeView(book, createView(attributes, 'read.changes-nothing')),
    ...judgeChapterOrder(attributes['chapters'], question),
  ];
}

function judgeLookUp(question: Question): readonly Judgement[] {
  const { call, world, exchange, lagTime } = question;
  const envelope = readBook(exchange.response?.body);
  const { externalId = '' } = call;
  if (envelope === undefined) return [];
  const { attributes, id } = envelope;
  const shownId = attributes['externalId'];
  const shownText = typeof shownId === 'string' ? shownId : '';
  // The document does not say whether the lookup is case-sensitive.
  const isSameId = shownText.toLowerCase() === externalId.toLowerCase();
  const idJudgement = judgeCondition(isSameId, 'lookup.same-book', {
    expected: `a book with the external id ${externalId}`,
    actual: formatValue(shownId),
    pointer: '/data/attributes/externalId',
  });
  const book = world.books.get(id);
  if (book === undefined) {
    const leftBehind = judgeLeftBehind({ attributes, pointer: '/data' }, world, externalId);
    return [...leftBehind, ...judgeUnknownBook(question, idJudgement, envelope.id)];
  }
  const judgements = [...judgeOwner(book, question), ...judgeGone(id, '/data/id', question)];
  if (isForeign(book, question) || !isKnown(book, question)) return judgements;
  const lag = { at: lagTime, length: world.options.lag };
  const view = judgeView(book, createView(attributes, 'lookup.same-book', lag));
  return [...judgements, ...judgeFormerId(book, question), ...view.filter(isAboutLookUp)];
}

/** A lookup must no longer find a book by an external id that it had before. */
function judgeFormerId(book: Book, question: Question): readonly Judgement[] {
  const { externalId = '' } = question.call;
  const settled = getSettledId(book, question);
  const settledText = formatValue(settled?.value);
  // The document does not say whether the lookup is case-sensitive.
  const isSame = settledText.toLowerCase() === formatValue(externalId).toLowerCase();
  if (settled === undefined || isSame) return [];
  const expected = `422, because the external id of the book is ${settledText}`;
  const difference = { expected, actual: `the book ${book.id}`, pointer: '/data/id' };
  return [drifts('lookup.unknown-422', difference)];
}

/** If two accounts use the same external id, each finds its own book. */
function judgeOwner(book: Book, question: Question): readonly Judgement[] {
  const externalId = question.call.externalId ?? '';
  const isWrong = isForeign(book, question);
  if (!isWrong && findForeignHolders(question, externalId).length === 0) return [];
  const isShared = !isWrong || findHolders(question, externalId).length > 0;
  const requirement = isShared ? 'account.own-external-ids' : 'account.hides-books';
  const expected = 'no book of another account';
  const difference = { expected, actual: book.id, pointer: '/data/id' };
  return [judgeCondition(!isWrong, requirement, difference)];
}

/** A lookup may lag, so only reads prove other requirements. */
function isAboutLookUp({ requirement, verdict }: Judgement): boolean {
  return verdict === 'drifts' || requirement.startsWith('lookup.');
}

/** Judges an unknown book that a lookup finds. A book of this history may have the same external id. */
function judgeUnknownBook(
  question: Question,
  idJudgement: Judgement,
  id: string,
): readonly Judgement[] {
  const [holder] = findHolders(question, question.call.externalId ?? '');
  if (holder?.isOwn !== true || idJudgement.verdict !== 'drifts') return [idJudgement];
  const difference = { expected: `the book ${holder.id}`, actual: id, pointer: '/data/id' };
  return [drifts('lookup.same-book', difference)];
}

function judgeUploads(question: Question): Verdicts {
  const body = question.exchange.response?.body;
  const reading = Array.isArray(body) ? 'reference' : 'walkthrough';
  const hasReading = isObject(body) || Array.isArray(body);
  return {
    judgements: judgeGrants(question),
    readings: hasReading ? [{ silence: 'upload.response', reading }] : [],
  };
}
