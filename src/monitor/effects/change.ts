/** Applies a call to what is known of a book: as certain, or as possible. */
import { getWrittenBookId } from '../call.ts';
import type { CallInFlight } from '../exchange.ts';
import type { Question } from '../expectations/index.ts';
import {
  eitherOf,
  exactly,
  sameIn,
  sameStatus,
  type Book,
  type Choice,
  type ClientField,
  type Field,
  type Possible,
  type Same,
  type Write,
} from '../world/index.ts';

/** When a call took effect, on the clock that measures lag; undefined if it may not have. */
export interface Moment {
  readonly certain: boolean;
  readonly at: number;
  readonly lag: number;
}

/** The moment of a call whose answer says that it took effect. */
export function getMoment({ disturbed, lagTime, world }: Question): Moment {
  return { certain: !disturbed, at: lagTime, lag: world.options.lag };
}

/** A field that is, or may be, given another value. */
function changeField(field: Field, { next, same, choice }: Change, moment: Moment): Field {
  const recent = field.before !== undefined && moment.at - field.changedAt <= moment.lag;
  const now = moment.certain ? next : eitherOf(field.now, next, same);
  return {
    now,
    ...(moment.certain && choice !== undefined ? { choice } : {}),
    // A write that leaves everything open does not make a service credible again.
    ...(field.doubted === true && 'except' in now ? { doubted: true } : {}),
    before: recent && field.before ? eitherOf(field.before, field.now, same) : field.now,
    changedAt: moment.at,
  };
}

interface Change {
  readonly next: Possible;
  readonly same: Same;
  readonly choice?: Choice;
}

export interface FieldChange {
  readonly name: ClientField;
  readonly next: Possible;
  readonly choice?: Choice;
}

export function withField(book: Book, { name, ...change }: FieldChange, moment: Moment): Book {
  const field = changeField(book.fields[name], { ...change, same: sameIn(name) }, moment);
  return { ...book, fields: { ...book.fields, [name]: field } };
}

export function withStatus(book: Book, next: Possible, moment: Moment): Book {
  const status = changeField(book.status, { next, same: sameStatus }, moment);
  return { ...book, status, seenStatus: undefined };
}

/**
 * Returns the status that a book keeps if a call does not set it: the one last seen, unless that was a
 * review, which ends by itself.
 */
export function statusBefore({ status, seenStatus }: Book): Possible {
  return seenStatus === undefined || seenStatus === 'in_review' ? status.now : exactly(seenStatus);
}

/** The document does not say whether the flag survives an edit, a publish or an unpublish. */
export function withoutFinalFlag(book: Book, moment: Moment): Book {
  const { now } = book.fields.isFinalVersion;
  const next = eitherOf(now, exactly(false), Object.is);
  return withField(book, { name: 'isFinalVersion', next }, moment);
}

/** A call that was never answered may take effect this much later, in milliseconds. */
const lateEffect = 30_000;

/** Notes a call that may have changed the book, to tell what overlaps with it. */
export function withWrite(
  book: Book,
  { exchange, call, lagTime }: Question,
  sets: Write['sets'],
): Book {
  const { sentAt, response } = exchange;
  const answeredAt = exchange.answeredAt + (response === undefined ? lateEffect : 0);
  const attaches = call.operation === 'attachFile' ? call.fileId : undefined;
  const write: Write = {
    sentAt,
    answeredAt,
    ...(attaches === undefined ? {} : { attaches }),
    ...(sets === undefined ? {} : { sets }),
  };
  // Calls that overlap with others live on until the one that was sent last is answered.
  const writes = [...book.writes.slice(-8), write];
  const times = book.times && { ...book.times, final: false };
  return { ...book, writes, times, writtenAt: lagTime };
}

export function withTurn(book: Book, { call }: Question): Book {
  const { operation } = call;
  return { ...book, turns: { ...book.turns, [operation]: (book.turns[operation] ?? 0) + 1 } };
}

function attachesOther({ path }: CallInFlight, fileId = ''): boolean {
  return path.endsWith('/attach') && !path.toLowerCase().includes(fileId);
}

/** Recorded times are truncated to milliseconds, so calls in a row may seem to overlap by less. */
const resolution = 1;

/** True if another call on the same book overlapped with this one. */
export function isDisturbed(
  book: Book,
  { exchange, call }: Pick<Question, 'exchange' | 'call'>,
): boolean {
  const attaching = call.operation === 'attachFile';
  const overlapping = book.writes.some(
    ({ answeredAt, attaches }) =>
      answeredAt >= exchange.sentAt + resolution &&
      !(attaching && attaches !== undefined && attaches !== call.fileId),
  );
  const pending = (exchange.inFlight ?? []).some(
    (one) => getWrittenBookId(one) === book.id && !(attaching && attachesOther(one, call.fileId)),
  );
  return overlapping || pending;
}
