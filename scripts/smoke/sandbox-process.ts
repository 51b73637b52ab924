/** Runs the sandbox of an installed toolkit in its own process. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { addressPattern, watchProcess } from '../servers/server-process.ts';

/** The two documented shapes of the responses to create, update and upload requests. */
export const responseForms = ['reference', 'walkthrough'] as const;

/** Runs a step with a sandbox whose responses have one of the two shapes. */
export async function withSandboxInForm(
  toolkit: string,
  form: string,
  step: (address: string) => Promise<void>,
): Promise<void> {
  const readings = ['create.response', 'update.response', 'upload.response'];
  await withSandbox(
    toolkit,
    readings.flatMap((id) => ['--reading', `${id}=${form}`]),
    step,
  );
}

/** Runs a step with the address of a sandbox that has these options. */
export async function withSandbox(
  toolkit: string,
  args: readonly string[],
  step: (address: string) => Promise<void>,
): Promise<void> {
  const bin = join(toolkit, 'node_modules/.bin/bookdist');
  const { until: waitForMatch, end } = watchProcess(
    spawn(bin, ['sandbox', '--port', '0', '--storage-port', '0', ...args], { cwd: toolkit }),
  );
  try {
    await step(await waitForMatch(addressPattern));
  } finally {
    await end();
  }
}
