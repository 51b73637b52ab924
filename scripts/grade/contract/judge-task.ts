/** The tasks of `npm run grade -- --contract`, as its worker processes receive them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readContract } from '../../../src/contract/spec.ts';
import { createProcessShell } from '../../../src/cli/shell/index.ts';
import { nameChange } from './contract-change.ts';
import { connectToService, hostSandbox, type PrepareRun } from '../services/hosted-service.ts';
import { judgeByDocument, type RevisionVerdict, type RunChoice } from './judge-revision.ts';
import { listContractChanges } from './list-contract-changes.ts';

/** The name of the task that changes nothing. */
export const noChange = 'none';

export interface ContractTask extends RunChoice {
  /** The address of the service; without it, our own sandbox is judged. */
  readonly target?: string;
  /** The name of the change, or `none`. */
  readonly change: string;
  /** A folder for temporary files. */
  readonly folder: string;
}

/** The verdict of a run by a changed contract. */
export interface ContractTaskResult {
  readonly change: string;
  readonly result: RevisionVerdict;
}

/** The service of this process, which all its tasks use. */
let openService: PrepareRun | undefined;

/** Applies a change to the contract, and judges the service of the unchanged one. */
export async function judgeContractTask(task: ContractTask): Promise<ContractTaskResult> {
  const { change: name, seed, depth, target, folder: parent } = task;
  openService ??=
    target === undefined
      ? hostSandbox()
      : connectToService(target, createProcessShell().environment);
  const { document } = readContract();
  const change = listContractChanges(document).find((entry) => nameChange(entry) === name);
  if (change === undefined && name !== noChange) throw new Error(`There is no change "${name}".`);
  const changedDocument = change === undefined ? document : change.apply(document);
  // The tasks of a process follow one another, so they can use the same folder.
  const folder = join(parent, String(process.pid));
  await mkdir(folder, { recursive: true });
  const result = await judgeByDocument(changedDocument, openService, { seed, depth, folder });
  return { change: name, result };
}
