/** The monitor of a run, and those that judge a part of it as if nothing was known before. */
import type { ObservedExchange, WorldOptions } from '../../monitor/index.ts';
import { type AnswerRecorder, createAnswerRecorder } from './answers.ts';
import { createMonitoring, type Monitoring } from './monitoring.ts';

/** @param silences records the answers that the monitor of the run sees */
export function createJudges(silences: AnswerRecorder, options: WorldOptions) {
  const ofRun = createMonitoring(silences, options);
  let judge = ofRun.judge;
  return {
    /** The monitor of the whole run. */
    ofRun,
    judge: (exchange: ObservedExchange): ReturnType<Monitoring['judge']> => judge(exchange),
    /**
     * Judges all exchanges by a monitor that knows nothing yet, until `work` ends.
     * @param isPartOfRun true if the monitor of the run judges them, too
     */
    judgeAlone: async <T>(isPartOfRun: boolean, work: () => Promise<T>): Promise<T> => {
      const outer = judge;
      const alone = createMonitoring(createAnswerRecorder([]), options);
      judge = (exchange) => {
        if (isPartOfRun) ofRun.judge(exchange);
        return { ...alone.judge(exchange), newDrifts: [] };
      };
      try {
        return await work();
      } finally {
        judge = outer;
      }
    },
  };
}
