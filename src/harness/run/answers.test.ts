/** Tests which answer to a silence counts when an observation and the monitor disagree. */
import { expect, it } from 'vitest';
import { createAnswerRecorder } from './answers.ts';

const describeAnswers = (recorder: ReturnType<typeof createAnswerRecorder>): string[] =>
  recorder.answers().map(({ silence, answer, times }) => `${silence} ${answer} ${times}`);

it('only the answer of an observation counts, even if the monitor found others before and after it', () => {
  const recorder = createAnswerRecorder([]);
  recorder.recordFromMonitor('update.format', 'accepted', undefined);
  recorder.recordFromObservation('update.format', 'ignored', undefined);
  recorder.recordFromMonitor('update.format', '422', undefined);
  expect(describeAnswers(recorder)).toEqual(['update.format ignored 1']);
});

it('two observations that differ both count', () => {
  const recorder = createAnswerRecorder([]);
  recorder.recordFromObservation('update.format', 'ignored', undefined);
  recorder.recordFromObservation('update.format', '422', undefined);
  expect(describeAnswers(recorder)).toEqual(['update.format ignored 1', 'update.format 422 1']);
});

it('the answer that the monitor found counts if no observation has one', () => {
  const recorder = createAnswerRecorder([]);
  recorder.recordFromMonitor('update.format', '422', undefined);
  recorder.recordFromMonitor('update.format', '422', undefined);
  recorder.recordFromObservation('isbn.formats', '400', undefined);
  expect(describeAnswers(recorder)).toEqual(['isbn.formats 400 1', 'update.format 422 2']);
});
