/** Everything CI looks at apart from the tests: each house rule as a tool, all of them run, failures last. */
import { spawn } from 'node:child_process';
import { childSaid } from '../src/cli/shell/child-process.ts';

/** Names of scripts in package.json, with what they are asked. */
const parts: readonly (readonly string[])[] = [
  ['layout'],
  ['lint'],
  ['types'],
  ['floors'],
  ['house'],
  ['dead-code'],
  ['spec'],
  ['generate', '--check'],
  ['trace', '--check'],
];

interface Ended {
  readonly part: string;
  readonly passed: boolean;
  readonly said: string;
  readonly seconds: number;
}

async function run([script = '', ...asked]: readonly string[]): Promise<Ended> {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', script, '--', ...asked], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const { code, said } = await childSaid(child);
  const seconds = (performance.now() - began) / 1000;
  return { part: [script, ...asked].join(' '), passed: code === 0, said, seconds };
}

const failed: Ended[] = [];
for (const part of parts) {
  const ended = await run(part);
  const word = ended.passed ? 'passed' : 'FAILED';
  console.log(`${word}  ${ended.seconds.toFixed(1).padStart(5)} s  ${ended.part}`);
  if (!ended.passed) failed.push(ended);
}
for (const { part, said } of failed) console.error(`\n=== ${part}\n${said.trimEnd()}`);
console.log(`${parts.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;
