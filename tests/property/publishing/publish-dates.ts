/** Dates around the publish window: setting them on a book, and where the window ends for a target. */
import { attributes, type Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';

/** Days from the target's today, and whether the book is a final version. */
export interface Dated {
  readonly days: number;
  readonly final: boolean;
}

/** The kind of book in words, for what was expected. */
function inWords({ days, final }: Dated): string {
  return `for a book dated ${days} days from today that is ${final ? '' : 'not '}final`;
}

/**
 * Gives a book date and flag, then asks to publish it; the publish request itself says nothing.
 * A service that refuses the update leaves the question open. Whether it takes dates of the past
 * is open by itself, so there the answer is undefined, and another day is to be asked about.
 */
export async function publishDated(
  t: Stage,
  id: string,
  { days, final }: Dated,
): Promise<Exchange | undefined> {
  const update = { publicationDate: t.clock.day(days), isFinalVersion: final };
  const answer = await t.ask.update(id, update);
  if (days < 0 && answer.status >= 400) return undefined;
  t.need.accepted(answer);
  return t.ask.publish(id);
}

/**
 * Takes the final flag off a book that was just published. Whether it can be edited while under
 * review is open; where it cannot, a twin of it that was never published stands in.
 * @returns the id of the one or the other
 */
export async function editedOr(
  t: Stage,
  id: string,
  twin: () => Promise<{ readonly id: string }>,
): Promise<string> {
  const values = { isFinalVersion: false };
  if ((await t.ask.update(id, values)).status < 300) return id;
  const other = await twin();
  t.need.accepted(await t.ask.update(other.id, values));
  return other.id;
}

/** A book that nothing but this rule holds back: final and far ahead, it publishes. */
async function needPublishable(t: Stage, id: string): Promise<void> {
  const answer = await publishDated(t, id, { days: 400, final: true });
  if (answer !== undefined) t.need.accepted(answer);
}

/** Date and flag as sent are what the service goes by; where it lost them, another check says so. */
async function needStored(t: Stage, id: string, dated: Dated): Promise<void> {
  const { publicationDate, isFinalVersion } = attributes(await t.ask.read(id));
  const kept = publicationDate === t.clock.day(dated.days) && isFinalVersion === dated.final;
  t.need.that(kept, 'the book does not show the date and flag it was given');
}

/**
 * Expects a book of that date to be published, and answers with what came. A refusal counts
 * against the rule only when nothing else refuses the same book.
 */
export async function expectPassing(t: Stage, id: string, dated: Dated): Promise<Exchange> {
  const answer = await publishDated(t, id, dated);
  if (answer === undefined) return expectPassing(t, id, { ...dated, days: -dated.days });
  if (answer.status >= 300) {
    await needStored(t, id, dated);
    await needPublishable(t, id);
  }
  t.expect.accepted(answer, inWords(dated));
  return answer;
}

/** Expects a book of that date to be refused, unless the service lost the date it was given. */
export async function expectRefused(t: Stage, id: string, dated: Dated): Promise<void> {
  const answer = await publishDated(t, id, dated);
  if (answer === undefined) return expectRefused(t, id, { ...dated, days: 0 });
  if (answer.status < 300) await needStored(t, id, dated);
  t.expect.status(answer, 422, inWords(dated));
}

/** The last day that needs a final version and the first that does not. */
export interface Edges {
  readonly lastInside: number;
  readonly firstOutside: number;
}

/**
 * Where the window may be asserted: exactly, where this run set clock and readings and midnight is
 * not near. Elsewhere clear of both readings of day 14, and of every time zone in which it is
 * another day by now: yesterday until noon in UTC, tomorrow from ten o'clock on.
 */
export function edgesOf(t: Stage): Edges {
  const { readings, controlsClock } = t.target;
  const day14 = readings?.['publish.day-14'];
  const inUtc = readings?.['publish.timezone'] === 'utc';
  const time = t.clock.now() % dayInMs;
  if (controlsClock && inUtc && time < dayInMs - minuteInMs) {
    if (day14 === 'inclusive') return { lastInside: 14, firstOutside: 15 };
    if (day14 === 'exclusive') return { lastInside: 13, firstOutside: 14 };
  }
  return {
    lastInside: time > furthestBehind + aWhile ? 13 : 12,
    firstOutside: time < dayInMs - furthestAhead - aWhile ? 15 : 16,
  };
}

const minuteInMs = 60_000;
const hourInMs = 60 * minuteInMs;
const dayInMs = 24 * hourInMs;
/** The clocks of the world: from twelve hours behind UTC to fourteen ahead of it. */
const furthestBehind = 12 * hourInMs;
const furthestAhead = 14 * hourInMs;
/** Longer than a case takes: a day may turn somewhere while it is under way. */
const aWhile = 10 * minuteInMs;
