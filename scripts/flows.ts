/** Runs the flows of `openapi/flows.arazzo.yaml` against our sandbox, and checks where their key is sent. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSandbox } from '../src/sandbox/index.ts';
import { startCountingProxy } from './proof/counting-proxy.ts';
import { runFlows } from './redocly/flow-run.ts';
import { runRedocly } from './redocly/redocly.ts';

const flows = fileURLToPath(new URL('../openapi/flows.arazzo.yaml', import.meta.url));
const key = 'canary-key-5f1c90aa';

const folder = await mkdtemp(join(tmpdir(), 'bookdist-flows-'));
const sandbox = await serveSandbox({ key });
const proxy = await startCountingProxy(sandbox.url, sandbox.storageUrl);
try {
  const [lint, run] = await Promise.all([
    runRedocly(['lint', flows]),
    runFlows(flows, folder, { address: proxy.address, key }),
  ]);
  assert.equal(lint.code, 0, `The flows have problems:\n${lint.out}${lint.err}`);
  assert.ok(run.passed, `A flow failed:\n${run.logs[0]}`);
  assert.ok(run.passedSteps > 0, 'No step passed.');
  const toStorage = proxy.requests.filter(({ to }) => to === 'storage');
  const toService = proxy.requests.filter(({ to }) => to === 'service');
  assert.ok(toStorage.length > 0, 'The flows sent nothing to storage.');
  assert.deepEqual(
    toStorage.filter(({ hasKey }) => hasKey),
    [],
    'The flows sent the key to storage.',
  );
  assert.ok(
    toService.every(({ hasKey }) => hasKey),
    'The flows called the service without the key.',
  );
  for (const text of run.logs) {
    assert.ok(text.length > 0, 'A log is missing.');
    assert.ok(!text.includes(key), 'A log contains the key.');
  }
  console.log(
    `${run.passedSteps} steps passed: ${toService.length} calls with the key, ${toStorage.length} uploads without it; no log contains it`,
  );
} finally {
  await proxy.end();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
}
