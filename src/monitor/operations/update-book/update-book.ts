/** PATCH of a book: what is expected of an update, what it does, and how its response is read. */
import { computeUpdate, withExternalId, withMarks, withUsedMarks } from '../../book-state/index.ts';
import {
  getKnownValue,
  isCertain,
  listCodeMarks,
  type Question,
  readSentFields,
} from '../../grounds/index.ts';
import type { Verdicts } from '../../views/index.ts';
import {
  type Book,
  exactly,
  getField,
  isClientField,
  type PossibleValues,
  type World,
  type Write,
} from '../../world/index.ts';
import { applyToBook } from '../book-call.ts';
import type { Effect, MonitoredOperation } from '../operation.ts';
import { judgeWrite, learnFromEnvelope } from '../shown-book.ts';
import { applyRefusedUpdate, applyUpdate, setsValues, withLooseFiles } from './apply-update.ts';
import { expectUpdate } from './expect-update.ts';
import { claimUpdateHasNoEffect } from './update-claims.ts';

/** PATCH of a book. */
export const updateOperation: MonitoredOperation = {
  expect: expectUpdate,
  apply: applyUpdateCall,
  judge: judgeUpdate,
  learn: learnFromEnvelope,
};

function applyUpdateCall(effect: Effect): World {
  const { question, outcome } = effect;
  const { book } = question;
  const wasAccepted = outcome === 'accepted';
  const fieldValues = wasAccepted && book ? readFieldValues(book, question) : undefined;
  const world = applyToBook(
    effect,
    {
      change: (knownBook, ...rest) => withLooseFiles(applyUpdate(knownBook, ...rest), knownBook),
      refuse: (knownBook, _question, expectation) =>
        withLooseFiles(applyRefusedUpdate(knownBook, question, expectation), knownBook),
      claimNoEffect: claimUpdateHasNoEffect,
    },
    fieldValues,
  );
  if (book === undefined) return world;
  const fields = readSentFields(question) ?? {};
  const { usedMarks } = withMarks(
    withUsedMarks(question),
    wasAccepted ? listCodeMarks(fields) : [],
  );
  return {
    ...world,
    usedMarks,
    externalIds: withExternalId(world, fields['externalId'], book.id),
  };
}

/** Fields that another update may change as well, although it does not mention them. */
const sharedFields: readonly string[] = ['isFinalVersion', 'format'];

/**
 * Returns the values that an accepted update gives its fields.
 * @param book the book before the update
 * @returns undefined if the update may also change other fields
 */
function readFieldValues(book: Book, question: Question): Write['fieldValues'] {
  const fields = readSentFields(question);
  if (fields === undefined) return undefined;
  const format = getKnownValue(book, 'format');
  const fieldValues: Record<string, PossibleValues> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (!isClientField(name) || sharedFields.includes(name)) return undefined;
    const previous = getField(book, name).current;
    const update = computeUpdate(name, value, { previous, format, world: question.world });
    fieldValues[name] = update.newValue;
  }
  return fieldValues;
}

function judgeUpdate(effect: Effect, after: World): Verdicts {
  const fields = readSentFields(effect.question);
  return judgeWrite(effect, after, {
    silence: 'update.response',
    defaultRequirement: 'update.keeps-the-rest',
    isComparable: isCertain(effect.question),
    status: fields && setsValues(fields) ? exactly('draft') : undefined,
  });
}
