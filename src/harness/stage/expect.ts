/** Assertions about a requirement: each reports what was expected and what was received. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Difference,
  Drift,
  type Exchange,
  isMessage,
  noteExpectedAnswer,
  problemOf,
} from '../evidence/index.ts';
import { assertOpen, noteRefusal, type Scope } from '../wire/index.ts';

export interface Expectations {
  /** The response has this status, or one of these. */
  readonly status: (exchange: Exchange, wanted: number | readonly number[], about?: string) => void;
  /** The response is a 2xx. */
  readonly accepted: (exchange: Exchange, about?: string) => void;
  /** The response is a Problem with this status whose invalidParams name at least these (document: Problem object). */
  readonly problem: (
    exchange: Exchange,
    status: number,
    wanted?: { readonly names?: readonly string[] },
  ) => void;
  /** The response is a 404 with a message or a Problem (document: Errors). */
  readonly notFound: (exchange: Exchange) => void;
  /** The response is one of several refusals that a silence permits; its body is not judged. */
  readonly refused: (exchange: Exchange, permitted: readonly number[], about?: string) => void;
  /** Two JSON values are deeply equal; `about` names them in the report. */
  readonly equal: (actual: unknown, expected: unknown, about: string) => void;
  /** Anything else, with both sides in words. */
  readonly that: (condition: boolean, difference: Difference) => void;
}

const anySuccess = [200, 201, 202, 203, 204, 205, 206];

type Judge = (condition: boolean, difference: Difference, exchange?: Exchange) => void;
type JudgeStatus = Expectations['status'];

/** Binds the assertions to one case, which counts them and notes their refusals. */
export function createExpectations(scope: Scope): Expectations {
  const that: Judge = (condition, difference, exchange) => {
    noteStatus(difference, exchange);
    countAssertion(scope, condition);
    if (!condition) throw new Drift(difference, exchange ?? scope.exchanges.at(-1));
  };
  const status: JudgeStatus = (exchange, wanted, about) => {
    const permitted = [wanted].flat();
    if (permitted.some((code) => code >= 400)) noteRefusal(scope, exchange.operation);
    const expected = permitted.join(' or ') + (about === undefined ? '' : ` ${about}`);
    const fits = permitted.includes(exchange.status);
    that(fits, { expected, actual: summary(exchange), permitted }, exchange);
  };
  return {
    status,
    accepted: (exchange, about = '') => {
      const difference = { expected: `2xx ${about}`.trim(), actual: summary(exchange) };
      const ok = exchange.status >= 200 && exchange.status < 300;
      that(ok, { ...difference, permitted: anySuccess }, exchange);
    },
    problem: (exchange, code, { names = [] } = {}) => {
      status(exchange, code);
      judgeProblem(that, exchange, names);
    },
    notFound: (exchange) => {
      status(exchange, 404);
      const known = isMessage(exchange.body) || problemOf(exchange.body) !== undefined;
      const expected = '404 with { message } or a Problem object';
      that(known, { expected, actual: summary(exchange) }, exchange);
    },
    refused: status,
    equal: (actual, expected, about) => {
      const difference = { expected: `${about}: ${shown(expected)}`, actual: shown(actual) };
      that(isDeepStrictEqual(actual, expected), { ...difference, values: { expected, actual } });
    },
    that,
  };
}

function countAssertion(scope: Scope, condition: boolean): void {
  assertOpen(scope);
  scope.assertions += 1;
  if (!condition) scope.failures += 1;
}

/** Records the status that was expected of a response, whether or not it is the actual one. */
function noteStatus({ permitted, expected }: Difference, exchange: Exchange | undefined): void {
  if (exchange !== undefined && permitted !== undefined) noteExpectedAnswer(exchange, expected);
}

function judgeProblem(that: Judge, exchange: Exchange, wanted: readonly string[]): void {
  const problem = problemOf(exchange.body);
  const expected = `${exchange.status} with a Problem object`;
  that(problem !== undefined, { expected, actual: summary(exchange) }, exchange);
  const names = problem?.invalidParams.map(({ name }) => name) ?? [];
  for (const name of wanted) {
    const actual = names.length === 0 ? 'no name at all' : names.join(', ');
    that(names.includes(name), { expected: `invalidParams naming ${name}`, actual }, exchange);
  }
}

/** Returns a response in one line: status, media type and the start of the body. */
export function summary(exchange: Exchange): string {
  return [exchange.status, exchange.mediaType, shown(exchange.text)]
    .filter((part) => part !== '' && part !== '""')
    .join('  ');
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 240 ? `${text.slice(0, 239)}…` : text;
}
