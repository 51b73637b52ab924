/** Starts the sandbox of an installed toolkit in a process of its own, for as long as it is needed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The two documented forms of the answers to create, update and upload. */
export const forms = ['reference', 'walkthrough'] as const;

/** Hands the base address of a fresh sandbox to a step, and ends the sandbox with it. */
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

/** The same for a sandbox with options of one's own. */
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

/** The first address the command prints: the service's own. */
async function addressIn(output: Readable, complaints: Readable): Promise<string> {
  const said: string[] = [];
  complaints.on('data', (chunk) => said.push(String(chunk)));
  for await (const line of createInterface({ input: output })) {
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (address !== undefined) return address;
    said.push(`${line}\n`);
  }
  throw new Error(`the sandbox did not say where it is:\n${said.join('')}`);
}
