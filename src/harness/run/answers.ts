/** Collects a service's answers to the silences over a run, and compares them with the permitted readings. */
import { isSurprising, permits, requirement, type SilenceId } from '../../contract/requirements.ts';
import type { Watch } from '../suite/index.ts';
import type { SilenceAnswer, Exchange } from '../evidence/index.ts';

type Note = Pick<SilenceAnswer, 'silence' | 'answer' | 'evidence' | 'difference'>;

export type AnswerRecorder = ReturnType<typeof createAnswerRecorder>;

export function createAnswerRecorder(watches: readonly Watch[]) {
  const observedAnswers = new Map<string, SilenceAnswer>();
  const monitorAnswers = new Map<string, SilenceAnswer>();
  return {
    /** Records the answer from an observation of this silence. */
    recordFromObservation: (note: Note): void => countAnswer(observedAnswers, note),
    /**
     * Records an answer that the monitor found in other traffic. It counts if no observation has an answer, or if it
     * is surprising.
     */
    recordFromMonitor: (note: Note): void => countAnswer(monitorAnswers, note),
    /** Records the answers that the watches find in an exchange. */
    recordExchange: (exchange: Exchange): void => {
      for (const { silence, see } of watches) {
        const answer = see(exchange);
        if (answer !== undefined)
          countAnswer(observedAnswers, { silence, answer, evidence: exchange });
      }
    },
    answers: (): readonly SilenceAnswer[] => {
      const observedSilences = new Set([...observedAnswers.values()].map(({ silence }) => silence));
      const otherAnswers = [...monitorAnswers].filter(
        ([key, { silence, answer }]) =>
          !observedSilences.has(silence) ||
          (isSurprising(silence, answer) && !observedAnswers.has(key)),
      );
      return [...observedAnswers.values(), ...otherAnswers.map(([, answer]) => answer)];
    },
  };
}

function countAnswer(answersByKey: Map<string, SilenceAnswer>, note: Note): void {
  const operation = note.evidence?.operation;
  const key = `${note.silence} ${operation} ${note.answer}`;
  const first = answersByKey.get(key) ?? { ...note, operation, times: 0 };
  answersByKey.set(key, { ...first, times: first.times + 1 });
}

/** Returns the answers that are drifts: those that no reading permits, and a second answer if the ledger requires a stable one. */
export function findForbiddenAnswers(answers: readonly SilenceAnswer[]) {
  const forbiddenAnswers = answers
    .filter(({ silence, answer }) => !permits(silence, answer))
    .map(({ silence, answer, evidence }) => {
      const expected = `one of the readings: ${describeReadings(silence)}`;
      return { silence, expected, actual: answer, evidence };
    });
  const firstAnswers = new Map<string, SilenceAnswer>();
  const secondAnswers = new Map<string, SilenceAnswer>();
  for (const answer of answers) {
    const key = `${answer.silence} ${answer.operation}`;
    if (!firstAnswers.has(key)) firstAnswers.set(key, answer);
    else if (!secondAnswers.has(key)) secondAnswers.set(key, answer);
  }
  const changedAnswers = [...secondAnswers]
    .filter(([, { silence }]) => requirement(silence).stable === true)
    .map(([key, { silence, answer, evidence }]) => {
      const expected = `one answer per operation and run: ${firstAnswers.get(key)?.answer}`;
      return { silence, expected, actual: `also ${answer}`, evidence };
    });
  return [...forbiddenAnswers, ...changedAnswers];
}

function describeReadings(silence: SilenceId): string {
  const { readings, others, never } = requirement(silence);
  const list = Array.isArray(readings) ? readings.join(', ') : 'any';
  const suffix = others === true ? ' or another' : '';
  return never === undefined ? list + suffix : `${list}${suffix}, but never ${never.join(', ')}`;
}
