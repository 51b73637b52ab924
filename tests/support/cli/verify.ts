/** Runs `bookdist verify` in this process, and reads its report. */
import { readLastReport } from '../../../src/cli/output/index.ts';
import type { Report } from '../../../src/report/record/index.ts';
import { createTestFolder } from '../client/local-server.ts';
import { runCommandLine } from './run-command-line.ts';

export const everyConsent = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

export interface VerifyResult {
  readonly code: number;
  readonly output: string;
  /** The folder of the reports, which is removed after the test. */
  readonly folder: string;
  /** Undefined if the run could not start. */
  readonly report: Report | undefined;
  /** The requirements that drift. */
  readonly drifts: readonly string[];
}

/** @param key of the service at an address */
export async function verify(args: readonly string[], key?: string): Promise<VerifyResult> {
  const folder = await createTestFolder();
  const options = { width: 200, environment: { key } };
  const { code, out, err } = await runCommandLine(['verify', ...args, '--out', folder], options);
  const report = await readLastReport(folder);
  const drifts = (report?.requirements ?? []).filter(({ verdict }) => verdict === 'drifts');
  return { code, output: out + err, folder, report, drifts: drifts.map(({ id }) => id) };
}
