/** All faults: those written by hand, and those that follow from the contract and its refusals. */
import { accountFaults } from './account-faults.ts';
import { answerFaults } from './answer-faults.ts';
import { changeFaults } from './change-faults.ts';
import { broadFaults } from './broad-faults.ts';
import { chapterFaults } from './chapter-faults.ts';
import { contractFaults } from './contract-faults.ts';
import type { Fault } from './fault.ts';
import { fieldFaults } from './field-faults.ts';
import { fileFaults } from './file-faults.ts';
import { listFaults } from './list-faults.ts';
import { narrowFaults } from './narrow-faults.ts';
import { publishFaults } from './publish-faults.ts';
import { raceFaults } from './race-faults.ts';
import { refusalFaults } from './refusal-faults.ts';
import { statusFaults } from './status-faults.ts';
import { storageFaults } from './storage-faults.ts';
import { valueFaults } from './value-faults.ts';

export type { Fault } from './fault.ts';

/** The faults written by hand. */
export const writtenFaults: readonly Fault[] = [
  ...valueFaults,
  ...chapterFaults,
  ...changeFaults,
  ...listFaults,
  ...fileFaults,
  ...publishFaults,
  ...answerFaults,
  ...fieldFaults,
  ...narrowFaults,
  ...statusFaults,
  ...storageFaults,
  ...broadFaults,
  ...raceFaults,
  ...accountFaults,
];

export const faults: readonly Fault[] = [...writtenFaults, ...refusalFaults(), ...contractFaults()];
