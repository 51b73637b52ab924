/** Runs the flows of `openapi/flows.arazzo.yaml` against our sandbox with Redocly Respect. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand } from '../../scripts/build/stale.ts';
import { isArray, isObject, type Json } from '../../src/contract/json-pointer.ts';
import { apiPrefix, readContract } from '../../src/contract/spec.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import { createScratchFolder, root } from './packed-package.ts';

const key = 'canary-key-5f1c90aa';
const flows = join(root, 'openapi/flows.arazzo.yaml');
const folder = createScratchFolder();

async function runRedocly(...args: readonly string[]): Promise<string> {
  const settings = ['REDOCLY_TELEMETRY=off', 'REDOCLY_SUPPRESS_UPDATE_NOTICE=true'];
  const program = [process.execPath, join(root, 'node_modules/@redocly/cli/bin/cli.js')];
  const { out, err } = await runCommand(root, 'env', [...settings, ...program, ...args]);
  return out + err;
}

test('the flows have no problems', async () => {
  await runRedocly('lint', flows);
});

test('every flow passes, and no log contains the key', async () => {
  // Its storage refuses requests that contain the key.
  const sandbox = await serveSandbox({ key });
  copyFileSync(flows, join(folder, 'flows.arazzo.yaml'));
  const contract = JSON.stringify(openObjects(readContract().document));
  writeFileSync(join(folder, 'distribution.yaml'), contract);
  const [json, har] = [join(folder, 'respect.json'), join(folder, 'respect.har')];
  const output = await runRedocly(
    'respect',
    join(folder, 'flows.arazzo.yaml'),
    `--server=distribution=${sandbox.url}${apiPrefix}`,
    `--input=key=${key}`,
    '--input=run=once',
    `--json-output=${json}`,
    `--har-output=${har}`,
    '--verbose',
  );
  await sandbox.close();
  expect(output).toMatch(/Steps: \d\d+ passed/);
  for (const log of [output, readFileSync(json, 'utf8'), readFileSync(har, 'utf8')]) {
    expect(log).not.toBe('');
    expect(log).not.toContain(key);
  }
});

/** Allows additional properties everywhere and writes out `2XX`, because Respect refuses what a schema does not name. */
function openObjects(value: Json): Json {
  if (isArray(value)) return value.map(openObjects);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, Json][] =>
    (name === '2XX' ? ['200', '202', '204'] : [name]).map((written) => [
      written,
      openObjects(inner),
    ]),
  );
  const isSchema = isObject(value['properties']);
  return { ...(isSchema && { additionalProperties: true }), ...Object.fromEntries(entries) };
}
