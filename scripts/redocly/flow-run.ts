/** Runs the flows with Redocly Respect. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openContract } from './open-contract.ts';
import { runRedocly } from './redocly.ts';

export interface FlowRun {
  readonly passed: boolean;
  /** The output, with every request and response, and the two files that the tool wrote. */
  readonly logs: readonly string[];
  readonly passedSteps: number;
}

export interface Account {
  /** The origin of the service, without the version prefix. */
  readonly address: string;
  readonly key: string;
}

/**
 * Runs all flows.
 * @param flows the Arazzo file
 * @param folder an empty folder, for a copy of the file and for a contract that allows additional properties,
 *   because Respect rejects properties that a schema does not name
 */
export async function runFlows(
  flows: string,
  folder: string,
  { address, key }: Account,
): Promise<FlowRun> {
  const copy = join(folder, 'flows.arazzo.yaml');
  await copyFile(flows, copy);
  await writeFile(join(folder, 'distribution.yaml'), JSON.stringify(openContract()));
  const [json, har] = [join(folder, 'respect.json'), join(folder, 'respect.har')];
  const { code, out, err } = await runRedocly([
    'respect',
    copy,
    `--server=distribution=${address}/v2/distribution`,
    `--input=key=${key}`,
    '--input=run=once',
    `--json-output=${json}`,
    `--har-output=${har}`,
    '--verbose',
  ]);
  const logs = [out + err, await readText(json), await readText(har)];
  return { passed: code === 0, logs, passedSteps: countPassedSteps(out + err) };
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

/** Reads the summary line `Steps: 61 passed, 61 total`. */
function countPassedSteps(output: string): number {
  return Number(/Steps: (\d+) passed/.exec(output)?.[1] ?? 0);
}
