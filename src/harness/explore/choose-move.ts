/** Chooses the next move: one that reaches a new situation, or the next call of a plan that leads to one. */
import type { StatedId } from '../../contract/requirements.ts';
import {
  getKnownValue,
  type JudgedRequest,
  predict,
  type SentRequest,
} from '../../monitor/index.ts';
import { Unproven } from '../evidence/index.ts';
import { consentFor, type WireRequest } from '../wire/index.ts';
import { planCreate } from './book-moves.ts';
import { drawMove, drawMoveKind, stages } from './draw-moves.ts';
import { drawAttach } from './file-moves.ts';
import { isComplete, isUploaded, planPublish, publish, unpublish } from './plans.ts';
import type { KnownBook } from './known-books.ts';
import type { Move, Scene } from './move.ts';
import { type Conditions, listConditions, type Novelty } from './novelty.ts';
import { listSubjects, type Step } from './step.ts';

export interface Chooser extends Scene {
  readonly novelty: Novelty;
  /** Returns true if an exchange of the run has met or contradicted a requirement. */
  readonly isJudged: (requirement: StatedId) => boolean;
  /** Returns the request of a step. @throws Unproven if it needs what does not exist */
  readonly resolve: (step: Step) => WireRequest;
  /** Returns a request as its exchange will show it. */
  readonly describe: (request: WireRequest) => SentRequest;
  /** What was done to each book since it was last shown, by number; 0 stands for the list. */
  readonly since: ReadonlyMap<number, readonly string[]>;
  readonly now: number;
  /** By book, the kind of the last call that a plan led to. */
  readonly plannedCalls: Map<number, string>;
}

/** A move with what is known of its first call. */
export interface Candidate extends Move {
  readonly prediction: JudgedRequest;
  readonly conditions: Conditions;
}

/** The number of moves among which the newest is chosen. Each costs about a quarter of a millisecond. */
const candidates = 12;

/** The share of moves that follow a plan. */
const plannedShare = 0.25;

/**
 * The share of the other moves that must be refused for one reason. Such a call has fewer conditions than an accepted one,
 * so that it would hardly ever be the newest.
 */
const mistakeShare = 0.6;

/** The share of undecided calls that are sent all the same. In place of the others, a plan leads on. */
const openShare = 0.3;

export function chooseMove(chooser: Chooser): Candidate | undefined {
  const { draw } = chooser;
  const planned = draw.chance(plannedShare) ? ratePlanned(chooser) : undefined;
  if (planned !== undefined) return planned;
  const newest = chooseNewest(chooser);
  const isSent = isDecided(newest) || draw.chance(openShare);
  return isSent ? newest : (ratePlanned(chooser) ?? newest);
}

/** Returns whether the document decides the outcome of a call for at most one reason. */
function isDecided(candidate: Candidate | undefined): boolean {
  if (candidate === undefined) return false;
  return candidate.prediction.validity === 'must-be-accepted' || isOneRefusal(candidate);
}

function ratePlanned(chooser: Chooser): Candidate | undefined {
  const planned = drawPlanned(chooser);
  return planned && rateMove(planned, chooser);
}

/** Returns the newest of several moves of one kind. */
function chooseNewest(chooser: Chooser): Candidate | undefined {
  const wantsMistake = chooser.draw.chance(mistakeShare);
  const scene = { ...chooser, wantsMistake };
  const kind = drawMoveKind(scene);
  const drawn = Array.from({ length: candidates }, () => drawMove(kind, scene));
  const rated = drawn.flatMap((move) => (move && rateMove(move, chooser)) ?? []);
  const wanted = rated.filter((candidate) => isOneRefusal(candidate) === wantsMistake);
  const [best] = (wanted.length > 0 ? wanted : rated)
    .map((candidate) => ({ candidate, rate: rate(candidate, chooser) }))
    .toSorted((a, b) => b.rate - a.rate);
  return best?.candidate;
}

function isOneRefusal({ prediction }: Candidate): boolean {
  return prediction.validity === 'must-be-refused' && prediction.mistakes === 1;
}

/** Adds what the monitor expects of the first call. Returns undefined if the run may not send it, or cannot. */
export function rateMove(move: Move, chooser: Chooser): Candidate | undefined {
  const steps = move.steps.map((step) => asOwner(step, chooser));
  const [first] = steps;
  if (first === undefined) return undefined;
  const prediction = predictStep(first, chooser);
  if (prediction === undefined) return undefined;
  const { operation } = prediction.situation;
  if (!chooser.allow.has(consentFor(operation))) return undefined;
  const book = findBook(first, chooser.books);
  const since = chooser.since.get(book?.number ?? 0) ?? [];
  const conditions = listConditions(prediction, {
    kinds: move.kinds,
    since,
    life: describeLife(book),
  });
  return { ...move, steps, prediction, conditions };
}

function predictStep(
  step: Step,
  { resolve, describe, world, now }: Chooser,
): JudgedRequest | undefined {
  try {
    return predict(world, describe(resolve(step)), now);
  } catch (error) {
    if (error instanceof Unproven) return undefined;
    throw error;
  }
}

/** Returns the book that a call is about. */
export function findBook(step: Step, books: readonly KnownBook[]): KnownBook | undefined {
  const subjects = listSubjects(step);
  return books.find(
    ({ number, files }) =>
      subjects.has(`book ${number}`) ||
      (step.upload !== undefined && files.some((file) => file.number === step.upload)),
  );
}

/** A book of the second account is changed with its key; with the other key only to test that this is refused. */
function asOwner(step: Step, { books }: Chooser): Step {
  if (step.upload !== undefined || step.key !== undefined || step.alteredKey !== undefined)
    return step;
  if (findBook(step, books)?.book.account !== 'second') return step;
  const { account, ...rest } = step;
  return account === 'second' ? rest : { ...rest, account: 'second' };
}

/** Returns the part of a book's past on which a service may wrongly depend. */
function describeLife(book: KnownBook | undefined): readonly string[] {
  if (book === undefined) return [];
  const { acceptedCallCounts, wasUnpublished, account } = book.book;
  return [
    `published ${Math.min(2, acceptedCallCounts['publishBook'] ?? 0)} times`,
    `withdrawn ${wasUnpublished}`,
    `files ${Math.min(3, book.files.length)}`,
    `chapters ${Math.min(2, book.book.chapters?.[0]?.length ?? 0)}`,
    `account ${account}`,
  ];
}

/** A call that can show a requirement for the first time comes before others. */
const unjudgedFactor = 4;

/** How much a call can show: the most if the document decides its outcome for one reason. */
function rate(
  { prediction, conditions }: Candidate,
  { novelty, isJudged }: Pick<Chooser, 'novelty' | 'isJudged'>,
): number {
  const { validity, refusals, mistakes, mayBeRefusedAnyway, situation } = prediction;
  const factor = {
    'must-be-accepted': 1,
    'must-be-refused': mistakes > 1 ? 0.15 : mayBeRefusedAnyway ? 0.5 : 1,
    open: 0.25,
  }[validity];
  const isUnjudged = mistakes === 1 && !refusals.every(isJudged);
  return (
    (isUnjudged ? unjudgedFactor : factor) * novelty.rate(situation.operation ?? '', conditions)
  );
}

const shopStatuses = ['in_review', 'published'];

/** Returns the next call towards a book in a format and status that no book has now. */
function drawPlanned(scene: Chooser): Move | undefined {
  const { draw, books } = scene;
  const missing = stages.filter(
    ({ format, status }) =>
      !books.some((book) => book.format === format && getStage(book) === status),
  );
  if (missing.length === 0) return undefined;
  const { format, status } = draw.pick(missing);
  const ofFormat = books.filter((book) => book.format === format && book.book.account !== 'second');
  if (status === 'withdrawn') {
    const inShops = ofFormat.find((book) => getStage(book) === 'in the shops');
    if (inShops !== undefined) return toPlannedMove(unpublish(inShops));
  }
  const drafts = ofFormat.filter((book) => ['draft', 'withdrawn'].includes(getStage(book) ?? ''));
  if (status === 'draft') return planCreate(scene, format);
  for (const target of drafts.toSorted((a, b) => countDone(b) - countDone(a))) {
    const move = planNext(target, scene);
    if (move !== undefined) return move;
  }
  return planCreate(scene, format);
}

/** The share of planned calls that are repeated although the last one has not led on. */
const repeatShare = 0.2;

/** Returns the next call towards a published book; undefined if the last one like it has not led on. */
function planNext(target: KnownBook, scene: Chooser): Move | undefined {
  const { draw, numbers, plannedCalls } = scene;
  const { step: next, file } = planPublish(target, numbers);
  // Files that wait for their attach, or for their bytes, are few, so that their mistakes are made on the way.
  const isWaiting = file !== undefined && isUploaded(file);
  if (file !== undefined && draw.chance(isWaiting ? 0.4 : 0.1))
    return drawAttach({ ...scene, wantsMistake: isWaiting }, target, file);
  // A book that lacks one thing shows whether a publish checks for it.
  const step = isComplete(target) && draw.chance(0.4) ? publish(target) : next;
  const { method, path, upload, json } = step;
  const keys = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  const call = `${method} ${path ?? upload} ${keys.join(' ')}`;
  if (plannedCalls.get(target.number) === call && !draw.chance(repeatShare)) return undefined;
  plannedCalls.set(target.number, call);
  return toPlannedMove(step);
}

function toPlannedMove(step: Step): Move {
  return { steps: [step], kinds: ['planned'] };
}

function getStage(book: KnownBook): string | undefined {
  return isInShops(book) ? 'in the shops' : book.status;
}

export function isInShops(book: KnownBook | undefined): boolean {
  return book?.status !== undefined && shopStatuses.includes(book.status);
}

/** Returns how far a book is on its way to the shops. */
function countDone(target: KnownBook): number {
  const attached = target.files.filter(({ file }) => file.attached === 'yes').length;
  return (
    attached +
    (isComplete(target) ? 2 : 0) +
    (getKnownValue(target.book, 'isFinalVersion') === true ? 1 : 0)
  );
}
