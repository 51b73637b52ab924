/** Runs the sandbox of an installed toolkit in its own process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The two documented shapes of the responses to create, update and upload requests. */
export const forms = ['reference', 'walkthrough'] as const;

/** Starts a sandbox, passes its address to a step, and stops it afterwards. */
export async function sandboxIn(
  toolkit: string,
  form: string,
  step: (address: string) => Promise<void>,
): Promise<void> {
  const readings = ['create.response', 'update.response', 'upload.response'];
  await sandboxWith(
    toolkit,
    readings.flatMap((id) => ['--reading', `${id}=${form}`]),
    step,
  );
}

/** Does the same with other options of the sandbox. */
export async function sandboxWith(
  toolkit: string,
  args: readonly string[],
  step: (address: string) => Promise<void>,
): Promise<void> {
  const bin = join(toolkit, 'node_modules/.bin/bookdist');
  const child = spawn(bin, ['sandbox', '--port', '0', '--storage-port', '0', ...args], {
    cwd: toolkit,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  try {
    await step(await addressIn(child.stdout, child.stderr));
  } finally {
    child.kill();
    await ended;
  }
}

/** Returns the first address the command prints, which is the service's. */
async function addressIn(output: Readable, complaints: Readable): Promise<string> {
  const said: string[] = [];
  complaints.on('data', (chunk) => said.push(String(chunk)));
  for await (const line of createInterface({ input: output })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address !== undefined) return address;
    said.push(`${line}\n`);
  }
  throw new Error(`the sandbox did not print its address:
  ${said.join('')}`);
}
