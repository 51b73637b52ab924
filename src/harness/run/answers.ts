/** Collects a service's answers to the silences over a run, and compares them with the permitted readings. */
import { permits, requirement, type SilenceId } from '../../contract/requirements.ts';
import type { Watch } from '../suite/index.ts';
import type { SilenceAnswer, Exchange } from '../evidence/index.ts';

type Note = readonly [silence: SilenceId, answer: string, evidence: Exchange | undefined];

export type AnswerRecorder = ReturnType<typeof createAnswerRecorder>;

/** Starts without answers. */
export function createAnswerRecorder(watches: readonly Watch[]) {
  const observed = new Map<string, SilenceAnswer>();
  const seen = new Map<string, SilenceAnswer>();
  return {
    /** Records the answer from an observation, which tests this silence alone. */
    recordObserved: (...note: Note): void => countAnswer(observed, ...note),
    /** Notes an answer that the monitor saw in passing. It counts only if no observation has one. */
    recordSeen: (...note: Note): void => countAnswer(seen, ...note),
    /** Shows an exchange to every watch. */
    recordExchange: (exchange: Exchange): void => {
      for (const { silence, see } of watches) {
        const answer = see(exchange);
        if (answer !== undefined) countAnswer(observed, silence, answer, exchange);
      }
    },
    answers: (): readonly SilenceAnswer[] => {
      const observedSilences = new Set([...observed.values()].map(({ silence }) => silence));
      const unobserved = [...seen.values()].filter(({ silence }) => !observedSilences.has(silence));
      return [...observed.values(), ...unobserved];
    },
  };
}

function countAnswer(
  found: Map<string, SilenceAnswer>,
  ...[silence, answer, exchange]: Note
): void {
  const operation = exchange?.operation;
  const key = `${silence} ${operation} ${answer}`;
  const { evidence = exchange, times = 0 } = found.get(key) ?? {};
  found.set(key, { silence, answer, operation, evidence, times: times + 1 });
}

/** Returns why answers are a drift: one is not a permitted reading, or there are two although one is expected. */
export function findForbiddenAnswers(answers: readonly SilenceAnswer[]) {
  const notPermitted = answers
    .filter(({ silence, answer }) => !permits(silence, answer))
    .map(({ silence, answer, evidence }) => {
      const expected = `one of the readings: ${describeReadings(silence)}`;
      return { silence, expected, actual: answer, evidence };
    });
  const first = new Map<string, SilenceAnswer>();
  const second = new Map<string, SilenceAnswer>();
  for (const answer of answers) {
    const key = `${answer.silence} ${answer.operation}`;
    if (!first.has(key)) first.set(key, answer);
    else if (!second.has(key)) second.set(key, answer);
  }
  const unstable = [...second]
    .filter(([, { silence }]) => requirement(silence).stable === true)
    .map(([key, { silence, answer, evidence }]) => {
      const expected = `one answer per operation and run: ${first.get(key)?.answer}`;
      return { silence, expected, actual: `also ${answer}`, evidence };
    });
  return [...notPermitted, ...unstable];
}

function describeReadings(silence: SilenceId): string {
  const { readings, others, never } = requirement(silence);
  const list = Array.isArray(readings) ? readings.join(', ') : 'any';
  const suffix = others === true ? ' or another' : '';
  return never === undefined ? list + suffix : `${list}${suffix}, but never ${never.join(', ')}`;
}
