/** Applies a call that took effect, or may have, to the known state of a book. */
import type { Question } from '../grounds/index.ts';
import {
  type Book,
  type Choice,
  exactly,
  type Field,
  getComparison,
  getField,
  getOnlyValue,
  type IsSame,
  isSameStatus,
  type PossibleValues,
  unite,
} from '../world/index.ts';

/** When a call took effect. */
export interface EffectTime {
  /** False if the call may have had no effect, or another call may have overridden it. */
  readonly isCertain: boolean;
  /** The time on the clock that measures lag. */
  readonly at: number;
  readonly lag: number;
}

/** Returns the moment of a call that was accepted, or may have been if `wasAccepted` is false. */
export function getEffectTime(
  { isDisturbed: isOverlapped, lagTime, world }: Question,
  wasAccepted: boolean,
): EffectTime {
  return { isCertain: wasAccepted && !isOverlapped, at: lagTime, lag: world.options.lag };
}

/** Returns a field after a call that gave it another value, or may have. */
function changeField(
  field: Field,
  change: Change & { readonly isSame: IsSame },
  moment: EffectTime,
): Field {
  const { newValue, isSame, choice } = change;
  const mayStillShow = field.previous !== undefined && moment.at - field.changedAt <= moment.lag;
  const current = moment.isCertain ? newValue : unite(field.current, newValue, isSame);
  return {
    current,
    ...(moment.isCertain && choice !== undefined ? { choice } : {}),
    // A write that leaves everything open does not make a service credible again.
    ...(field.isDoubted === true && 'except' in current ? { isDoubted: true } : {}),
    previous:
      mayStillShow && field.previous ? unite(field.previous, field.current, isSame) : field.current,
    changedAt: moment.at,
  };
}

/** The values that a field may have after a call. */
export interface Change {
  readonly newValue: PossibleValues;
  /** The values by habit, if they show a habit of the service that is not known yet. */
  readonly choice?: Choice;
}

export function withField(
  book: Book,
  { name, ...change }: Change & { readonly name: string },
  moment: EffectTime,
): Book {
  const field = changeField(
    getField(book, name),
    { ...change, isSame: getComparison(name) },
    moment,
  );
  return { ...book, fields: { ...book.fields, [name]: field } };
}

export function withStatus(book: Book, newValue: PossibleValues, moment: EffectTime): Book {
  const status = changeField(book.status, { newValue, isSame: isSameStatus }, moment);
  return { ...book, status, seenStatus: undefined };
}

/**
 * Returns the status that a book keeps if a call does not set it: the one last seen, unless that was a
 * review, which ends by itself.
 */
export function getKeptStatus({ status, seenStatus }: Book): PossibleValues {
  return seenStatus === undefined || seenStatus === 'in_review'
    ? status.current
    : exactly(seenStatus);
}

/** The document does not say whether the flag survives an edit, a publish or an unpublish. */
export function withoutFinalFlag(book: Book, moment: EffectTime): Book {
  const { current, mayReset } = getField(book, 'isFinalVersion');
  const newValue = unite(current, exactly(false), Object.is);
  const changedBook = withField(book, { name: 'isFinalVersion', newValue }, moment);
  if (mayReset !== true && getOnlyValue(current)?.value !== true) return changedBook;
  const isFinalVersion = { ...getField(changedBook, 'isFinalVersion'), mayReset: true as const };
  return { ...changedBook, fields: { ...changedBook.fields, isFinalVersion } };
}
