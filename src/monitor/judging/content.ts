/** Compares the body of an accepted call with everything known. */
import { isObject } from '../../contract/json-pointer.ts';
import type { Effect } from '../effects/index.ts';
import { readBook, readCreatedId } from '../responses/index.ts';
import {
  findForeignHolders,
  findHolders,
  isCertain,
  isForeign,
  isMust,
  type Question,
  getSettledId,
} from '../expectations/index.ts';
import type { Book, World } from '../world/index.ts';
import { judgeView, type View } from './book-view.ts';
import { judgeChapterOrder, orderReading } from './chapter-order.ts';
import { judgeGone } from './gone-book.ts';
import { judgeGrants } from './grant-view.ts';
import { isKnown } from './known-book.ts';
import { judgeLeftBehind } from './left-behind.ts';
import { judgeList, type ListFindings } from './list-view.ts';
import {
  conforms,
  drifts,
  judgeCondition,
  noVerdicts,
  formatValue,
  type Finding,
  type Verdicts,
} from './verdicts.ts';

/** The content of a body, and the list page it was read as, if it is one. */
export interface ContentVerdicts extends Verdicts {
  readonly list?: ListFindings | undefined;
}

/** @param after the world with the effects of the call */
export function judgeContent(effect: Effect, after: World): ContentVerdicts {
  const { question, outcome, expectation } = effect;
  const refusable = expectation?.grounds.some(isMust) === true;
  // A wrongly accepted call is a separate drift; the content of its response is not judged.
  if (outcome !== 'accepted' || refusable) return noVerdicts;
  switch (question.call.operation) {
    case 'createBook':
    case 'updateBook':
      return judgeWritten(effect, after);
    case 'readBook':
      return { findings: judgeRead(question), readings: [] };
    case 'lookUpBook':
      return { findings: judgeLookUp(question), readings: [] };
    case 'listBooks':
      return judgePage(question);
    case 'requestUploads':
      return judgeUploads(question);
    default:
      return noVerdicts;
  }
}

function judgePage(question: Question): ContentVerdicts {
  const list = judgeList(question);
  return { findings: list?.findings ?? [], readings: [], list };
}

/** The envelope of a create or an update shows the book as the call left it. */
function judgeWritten(effect: Effect, after: World): Verdicts {
  const { question } = effect;
  const { call, exchange } = question;
  const body = exchange.response?.body;
  const silence = call.operation === 'createBook' ? 'create.response' : 'update.response';
  const envelope = readBook(body);
  const readings = isObject(body)
    ? [{ silence, reading: envelope === undefined ? 'walkthrough' : 'reference' } as const]
    : [];
  const id = readCreatedId(body);
  const addressed = call.bookId;
  if (addressed !== undefined && id !== undefined && id !== addressed && call.ids !== 'malformed') {
    const difference = { expected: `the id ${addressed}`, actual: id, pointer: '/data/id' };
    return { findings: [drifts('id.same-everywhere', difference)], readings };
  }
  if (envelope === undefined) return { findings: [], readings };
  const book = after.books.get(envelope.id);
  const certain = call.operation === 'createBook' || isCertain(question);
  const isCurrent = book?.own === true && book.epoch === after.epoch;
  if (!isCurrent || !certain) return { findings: [], readings };
  const blame = call.operation === 'createBook' ? 'create.reads-back' : 'update.keeps-the-rest';
  const { attributes } = envelope;
  const order = orderReading(attributes['chapters'], question);
  return {
    findings: [
      ...judgeView(book, createView(attributes, blame)),
      ...judgeChapterOrder(attributes['chapters'], question),
    ],
    readings: [...readings, ...order],
  };
}

function createView(attributes: View['attributes'], blame: View['blame'], lag?: View['lag']): View {
  return { attributes, blame, lag, pointer: '/data/attributes' };
}

function judgeRead(question: Question): readonly Finding[] {
  const { call, book, exchange } = question;
  const envelope = readBook(exchange.response?.body);
  if (envelope === undefined) return [];
  const right = envelope.id === call.bookId;
  if (!right && call.ids !== 'malformed') {
    const difference = {
      expected: `the id ${call.bookId}`,
      actual: envelope.id,
      pointer: '/data/id',
    };
    return [drifts('id.same-everywhere', difference)];
  }
  const same = conforms('id.same-everywhere', 'the id that was asked for');
  if (!isCertain(question) || book === undefined) return [same];
  const { attributes } = envelope;
  return [
    same,
    ...judgeView(book, createView(attributes, 'read.changes-nothing')),
    ...judgeChapterOrder(attributes['chapters'], question),
  ];
}

function judgeLookUp(question: Question): readonly Finding[] {
  const { call, world, exchange, lagTime } = question;
  const envelope = readBook(exchange.response?.body);
  const { externalId = '' } = call;
  if (envelope === undefined) return [];
  const { attributes, id } = envelope;
  const asked = attributes['externalId'];
  const found = typeof asked === 'string' ? asked : '';
  // The document does not say whether the lookup is case-sensitive.
  const named = judgeCondition(
    found.toLowerCase() === externalId.toLowerCase(),
    'lookup.same-book',
    {
      expected: `a book with the external id ${externalId}`,
      actual: formatValue(asked),
      pointer: '/data/attributes/externalId',
    },
  );
  const book = world.books.get(id);
  if (book === undefined) {
    const left = judgeLeftBehind({ attributes, pointer: '/data' }, world, externalId);
    return [...left, ...judgeStranger(question, named, envelope.id)];
  }
  const owner = [...judgeOwner(book, question), ...judgeGone(id, '/data/id', question)];
  if (isForeign(book, question) || !isKnown(book, question)) return owner;
  const lag = { at: lagTime, length: world.options.lag };
  const view = judgeView(book, createView(attributes, 'lookup.same-book', lag));
  return [...owner, ...judgeFormerId(book, question), ...view.filter(isAboutLookUp)];
}

/** A book is no longer found by an external id that it had before. */
function judgeFormerId(book: Book, question: Question): readonly Finding[] {
  const { externalId = '' } = question.call;
  const settled = getSettledId(book, question);
  // The document does not say whether the lookup is case-sensitive.
  if (
    settled === undefined ||
    formatValue(settled.value).toLowerCase() === formatValue(externalId).toLowerCase()
  ) {
    return [];
  }
  const difference = {
    expected: `422, because the external id of the book is ${formatValue(settled.value)}`,
    actual: `the book ${book.id}`,
    pointer: '/data/id',
  };
  return [drifts('lookup.unknown-422', difference)];
}

/** Of two accounts with the same external id, each finds its own book. */
function judgeOwner(book: Book, question: Question): readonly Finding[] {
  const externalId = question.call.externalId ?? '';
  const wrong = isForeign(book, question);
  if (!wrong && findForeignHolders(question, externalId).length === 0) return [];
  const shared = !wrong || findHolders(question, externalId).length > 0;
  const requirement = shared ? 'account.own-external-ids' : 'account.hides-books';
  const difference = {
    expected: 'no book of another account',
    actual: book.id,
    pointer: '/data/id',
  };
  return [judgeCondition(!wrong, requirement, difference)];
}

/** Evidence for other claims is for reads to give: a lookup may lag. */
function isAboutLookUp({ requirement, verdict }: Finding): boolean {
  return verdict === 'drifts' || requirement.startsWith('lookup.');
}

/** A book this history does not know, under an external id that may be ours. */
function judgeStranger(question: Question, named: Finding, id: string): readonly Finding[] {
  const { call } = question;
  const [own] = findHolders(question, call.externalId ?? '');
  const missed = own !== undefined && own.own && named.verdict === 'drifts';
  const difference = { expected: `the book ${own?.id}`, actual: id, pointer: '/data/id' };
  return missed ? [drifts('lookup.same-book', difference)] : [named];
}

function judgeUploads(question: Question): Verdicts {
  const body = question.exchange.response?.body;
  const reading = Array.isArray(body) ? 'reference' : 'walkthrough';
  const known = isObject(body) || Array.isArray(body);
  return {
    findings: judgeGrants(question),
    readings: known ? [{ silence: 'upload.response', reading }] : [],
  };
}
