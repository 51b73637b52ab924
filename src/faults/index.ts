/** Every fault there is, in the order of the document's sections. */
import { answerFaults } from './answer-faults.ts';
import { changeFaults } from './change-faults.ts';
import { chapterFaults } from './chapter-faults.ts';
import type { Fault } from './fault.ts';
import { fileFaults } from './file-faults.ts';
import { listFaults } from './list-faults.ts';
import { publishFaults } from './publish-faults.ts';
import { raceFaults } from './race-faults.ts';
import { valueFaults } from './value-faults.ts';

export type { Fault } from './fault.ts';

export const faults: readonly Fault[] = [
  ...valueFaults,
  ...chapterFaults,
  ...changeFaults,
  ...listFaults,
  ...fileFaults,
  ...publishFaults,
  ...answerFaults,
  ...raceFaults,
];
