/** POST /books: what is expected of a create, what it does, and how its response is read. */
import type { Verdicts } from '../../views/index.ts';
import { type World, isCompleteHistory } from '../../world/index.ts';
import type { Effect, MonitoredOperation } from '../operation.ts';
import { judgeWrite, learnFromEnvelope } from '../shown-book.ts';
import type { JsonObject } from '../../../contract/json-pointer.ts';
import { titleMark } from '../../book-state/index.ts';
import {
  anyRefusal,
  countDaysUntil,
  decides,
  detailsGrounds,
  type Expectation,
  type Ground,
  hasNarrator,
  isbnGrounds,
  isbnUseGrounds,
  may,
  narratorProof,
  type Question,
  readBody,
  when,
  withCodeGrounds,
} from '../../grounds/index.ts';
import { applyCreate, applyLostCreate, applyRefusedCreate } from './apply-create.ts';
import { findBrokenByCreateRefusal, listCreateParts } from './refused-create.ts';

/** POST /books. */
export const createOperation: MonitoredOperation = {
  expect: expectCreate,
  apply: applyCreateCall,
  judge: judgeCreate,
  learn: learnFromEnvelope,
};

function applyCreateCall({ question, outcome, expectation }: Effect): World {
  if (outcome === 'accepted') return applyCreate(question, question.exchange.response?.body);
  return outcome === 'refused'
    ? applyRefusedCreate(question, expectation?.grounds.length === 0)
    : applyLostCreate(question);
}

function judgeCreate(effect: Effect, after: World): Verdicts {
  return judgeWrite(effect, after, {
    silence: 'create.response',
    defaultRequirement: 'create.reads-back',
    isComparable: true,
  });
}

const body = {
  type: 'create.content-type-400',
  schema: 'create.schema-400',
  shownFields: 'create.unlisted-fields',
} as const;

function expectCreate(question: Question): Expectation {
  const { grounds, fields } = readBody(question.call, body);
  return {
    accepts: {
      brokenByRefusal: (names) => findBrokenByCreateRefusal(names, fields, question),
      metByAcceptance: fields === undefined ? [] : Object.values(listCreateParts(fields)),
    },
    grounds: withCodeGrounds(
      [...grounds, ...(fields === undefined ? [] : fieldGrounds(fields, question))],
      fields,
      question,
    ),
  };
}

function fieldGrounds(fields: JsonObject, question: Question): readonly Ground[] {
  const format = typeof fields['format'] === 'string' ? fields['format'] : undefined;
  return [
    ...isbnGrounds(fields['isbn'], 'isbn.valid-on-create', { format, world: question.world }),
    ...detailsGrounds(fields['audioDetails'], format),
    ...formatGrounds(fields),
    ...historyGrounds(fields, question),
  ];
}

/** Requirements of a format. The document does not say whether a create is refused for them. */
function formatGrounds(fields: JsonObject): readonly Ground[] {
  const { format, isbn, contributor, audioDetails } = fields;
  return [
    ...when(format === 'audio' && !hasNarrator(contributor), {
      ...may('create.narrator-check', 400, 422),
      proof: narratorProof,
    }),
    ...when(
      format === 'audio' && (audioDetails === undefined || audioDetails === null),
      may('create.audio-details-required', 400, 422),
    ),
    ...when(
      format === 'print' && (isbn === undefined || isbn === null),
      may('create.print-isbn', 400, 422),
    ),
  ];
}

/** Returns the reasons to refuse a book because of earlier books or today's date. */
function historyGrounds(fields: JsonObject, { world, now }: Question): readonly Ground[] {
  const { externalId, isbn, publicationDate, title } = fields;
  // Books that this history does not show may have the same external id or ISBN.
  const isComplete = isCompleteHistory(world);
  const mayBeRepeated =
    typeof externalId === 'string' && (!isComplete || world.externalIds.has(externalId));
  const days =
    (typeof publicationDate === 'string' ? countDaysUntil(publicationDate, now) : undefined) ?? 1;
  return [
    ...when(mayBeRepeated, may('create.duplicate-external-id', 400, 409, 422)),
    ...isbnUseGrounds(isbn, world),
    ...when(days <= 0, (days < -1 ? decides : may)('create.past-date', ...anyRefusal)),
    ...when(
      typeof title === 'string' && (world.epoch > 0 || world.usedMarks.has(titleMark(title))),
      may('idempotency', ...anyRefusal),
    ),
  ];
}
