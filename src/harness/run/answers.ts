/** Collects a service's answers to the silences over a run, and compares them with the permitted readings. */
import { permits, requirement, type SilenceId } from '../../contract/requirements.ts';
import type { Watch } from '../suite/index.ts';
import type { SilenceAnswer, Exchange } from '../evidence/index.ts';

export interface SilenceBook {
  /** Shows an exchange to every watch. */
  readonly hear: (exchange: Exchange) => void;
  /** Notes the answer of an observation, which asked this question and nothing else. */
  readonly noteObserved: Note;
  /** Notes an answer that the monitor saw in passing. It counts only if no observation has one. */
  readonly noteSeen: Note;
  readonly answers: () => readonly SilenceAnswer[];
}

type Note = (silence: SilenceId, answer: string, evidence: Exchange | undefined) => void;

/** Returns why answers are a drift: one is not a permitted reading, or there are two although one is expected. */
export interface Illegal {
  readonly silence: SilenceId;
  readonly expected: string;
  readonly actual: string;
  readonly evidence: Exchange | undefined;
}

/** Starts without answers. */
export function createSilenceBook(watches: readonly Watch[]): SilenceBook {
  const observed = new Map<string, SilenceAnswer>();
  const seen = new Map<string, SilenceAnswer>();
  return {
    noteObserved: (...note) => addTo(observed, ...note),
    noteSeen: (...note) => addTo(seen, ...note),
    hear: (exchange) => {
      for (const { silence, see } of watches) {
        const answer = see(exchange);
        if (answer !== undefined) addTo(observed, silence, answer, exchange);
      }
    },
    answers: () => {
      const asked = new Set([...observed.values()].map(({ silence }) => silence));
      const others = [...seen.values()].filter(({ silence }) => !asked.has(silence));
      return [...observed.values(), ...others];
    },
  };
}

function addTo(
  found: Map<string, SilenceAnswer>,
  ...[silence, answer, exchange]: Parameters<Note>
): void {
  const operation = exchange?.operation;
  const key = `${silence} ${operation} ${answer}`;
  const { evidence = exchange, times = 0 } = found.get(key) ?? {};
  found.set(key, { silence, answer, operation, evidence, times: times + 1 });
}

/** Returns the answers that no reading permits, and the stable silences with more than one answer. */
export function illegalAnswers(answers: readonly SilenceAnswer[]): Illegal[] {
  const outside = answers
    .filter(({ silence, answer }) => !permits(silence, answer))
    .map(({ silence, answer, evidence }) => ({
      silence,
      expected: `one of the readings: ${readingsIn(silence)}`,
      actual: answer,
      evidence,
    }));
  const groups = grouped(answers);
  const unstable = [...groups.values()].flatMap((group) => {
    const [first, second] = group;
    if (first === undefined || second === undefined) return [];
    if (requirement(first.silence).stable !== true) return [];
    return [
      {
        silence: first.silence,
        expected: `one answer per operation and run: ${first.answer}`,
        actual: `also ${second.answer}`,
        evidence: second.evidence,
      },
    ];
  });
  return [...outside, ...unstable];
}

function grouped(answers: readonly SilenceAnswer[]): Map<string, SilenceAnswer[]> {
  const groups = new Map<string, SilenceAnswer[]>();
  for (const answer of answers) {
    const key = `${answer.silence} ${answer.operation}`;
    groups.set(key, [...(groups.get(key) ?? []), answer]);
  }
  return groups;
}

function readingsIn(silence: SilenceId): string {
  const { readings, others, never } = requirement(silence);
  const listed = Array.isArray(readings) ? readings.join(', ') : 'any';
  const more = others === true ? ' or another' : '';
  return never === undefined ? listed + more : `${listed}${more}, but never ${never.join(', ')}`;
}
