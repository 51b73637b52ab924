/** Collects a service's answers to the silences over a run, and compares them with the permitted readings. */
import { permits, requirement, type SilenceId } from '../../contract/requirements.ts';
import type { Watch } from '../suite/index.ts';
import type { SilenceAnswer, Exchange } from '../evidence/index.ts';

type Note = readonly [silence: SilenceId, answer: string, evidence: Exchange | undefined];

export type SilenceBook = ReturnType<typeof createSilenceBook>;

/** Starts without answers. */
export function createSilenceBook(watches: readonly Watch[]) {
  const observed = new Map<string, SilenceAnswer>();
  const seen = new Map<string, SilenceAnswer>();
  return {
    /** Notes the answer of an observation, which asked this question and nothing else. */
    noteObserved: (...note: Note): void => addTo(observed, ...note),
    /** Notes an answer that the monitor saw in passing. It counts only if no observation has one. */
    noteSeen: (...note: Note): void => addTo(seen, ...note),
    /** Shows an exchange to every watch. */
    hear: (exchange: Exchange): void => {
      for (const { silence, see } of watches) {
        const answer = see(exchange);
        if (answer !== undefined) addTo(observed, silence, answer, exchange);
      }
    },
    answers: (): readonly SilenceAnswer[] => {
      const asked = new Set([...observed.values()].map(({ silence }) => silence));
      const others = [...seen.values()].filter(({ silence }) => !asked.has(silence));
      return [...observed.values(), ...others];
    },
  };
}

function addTo(found: Map<string, SilenceAnswer>, ...[silence, answer, exchange]: Note): void {
  const operation = exchange?.operation;
  const key = `${silence} ${operation} ${answer}`;
  const { evidence = exchange, times = 0 } = found.get(key) ?? {};
  found.set(key, { silence, answer, operation, evidence, times: times + 1 });
}

/** Returns why answers are a drift: one is not a permitted reading, or there are two although one is expected. */
export function illegalAnswers(answers: readonly SilenceAnswer[]) {
  const outside = answers
    .filter(({ silence, answer }) => !permits(silence, answer))
    .map(({ silence, answer, evidence }) => {
      const expected = `one of the readings: ${readingsIn(silence)}`;
      return { silence, expected, actual: answer, evidence };
    });
  const first = new Map<string, SilenceAnswer>();
  const second = new Map<string, SilenceAnswer>();
  for (const one of answers) {
    const key = `${one.silence} ${one.operation}`;
    if (!first.has(key)) first.set(key, one);
    else if (!second.has(key)) second.set(key, one);
  }
  const unstable = [...second]
    .filter(([, { silence }]) => requirement(silence).stable === true)
    .map(([key, { silence, answer, evidence }]) => {
      const expected = `one answer per operation and run: ${first.get(key)?.answer}`;
      return { silence, expected, actual: `also ${answer}`, evidence };
    });
  return [...outside, ...unstable];
}

function readingsIn(silence: SilenceId): string {
  const { readings, others, never } = requirement(silence);
  const listed = Array.isArray(readings) ? readings.join(', ') : 'any';
  const more = others === true ? ' or another' : '';
  return never === undefined ? listed + more : `${listed}${more}, but never ${never.join(', ')}`;
}
