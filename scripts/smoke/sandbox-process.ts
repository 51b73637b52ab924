/** Starts the sandbox of an installed toolkit in a process of its own, for as long as it is needed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The two documented forms of the answers to create, update and upload. */
export const forms = ['reference', 'walkthrough'] as const;

const program = (form: string) => `
  import { serveSandbox } from 'book-distribution-contract';
  const readings = Object.fromEntries(
    ['create.response', 'update.response', 'upload.response'].map((id) => [id, '${form}']),
  );
  const { url } = await serveSandbox({ readings });
  console.log(url);
`;

/** Hands the base address of a fresh sandbox to a step, and ends the sandbox with it. */
export async function sandboxIn(
  toolkit: string,
  form: string,
  step: (address: string) => Promise<void>,
): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program(form)], {
    cwd: toolkit,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout });
    const first = await Promise.race([once(lines, 'line'), ended]);
    const address = String(first[0]);
    if (!address.startsWith('http')) throw new Error(`the sandbox did not start: ${address}`);
    await step(address);
  } finally {
    child.kill();
    await ended;
  }
}
