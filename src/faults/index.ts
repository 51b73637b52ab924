/** All faults: those written by hand, and those derived from the contract and the documented refusals. */
import { accountFaults } from './account-faults.ts';
import { responseFaults } from './response-faults.ts';
import { changeFaults } from './change-faults.ts';
import { broadFaults } from './broad-faults.ts';
import { chapterFaults } from './chapter-faults.ts';
import { createContractFaults } from './contract-faults.ts';
import type { Fault } from './fault.ts';
import { fieldFaults } from './field-faults.ts';
import { fileFaults } from './file-faults.ts';
import { listFaults } from './list-faults.ts';
import { strictFaults } from './strict-faults.ts';
import { publishFaults } from './publish-faults.ts';
import { raceFaults } from './race-faults.ts';
import { createRefusalFaults } from './refusal-faults.ts';
import { statusFaults } from './status-faults.ts';
import { storageFaults } from './storage-faults.ts';
import { valueFaults } from './value-faults.ts';

export { callerFaults } from './caller-faults.ts';
export type { Fault } from './fault.ts';

/** All faults, by the file of this folder that builds them. */
export const faultsByFile: Readonly<Record<string, readonly Fault[]>> = {
  'value-faults.ts': valueFaults,
  'chapter-faults.ts': chapterFaults,
  'change-faults.ts': changeFaults,
  'list-faults.ts': listFaults,
  'file-faults.ts': fileFaults,
  'publish-faults.ts': publishFaults,
  'response-faults.ts': responseFaults,
  'field-faults.ts': fieldFaults,
  'strict-faults.ts': strictFaults,
  'status-faults.ts': statusFaults,
  'storage-faults.ts': storageFaults,
  'broad-faults.ts': broadFaults,
  'race-faults.ts': raceFaults,
  'account-faults.ts': accountFaults,
  'refusal-faults.ts': createRefusalFaults(),
  'contract-faults.ts': createContractFaults(),
};

export const faults: readonly Fault[] = Object.values(faultsByFile).flat();
