/** Runs `bookdist judge` in a separate process and measures it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '../../src/cli/shell/index.ts';

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));
/** Prints what the process took when it ends. */
const meter = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write('took ' + maxRSS + ' KB, ' + (userCPUTime + systemCPUTime) / 1e6 + ' s');
})`;

export interface Measured {
  readonly code: number | null;
  readonly output: string;
  /** The most memory it held, in MB. */
  readonly memory: number;
  /** Seconds of processor time. */
  readonly cpu: number;
}

/** Judges a file; the report goes to a folder. */
export async function measureJudge(file: string, out: string): Promise<Measured> {
  const loader = ['--import', `data:text/javascript,${encodeURIComponent(meter)}`];
  const args = [...loader, main, 'judge', file, '--out', out, '--format', 'json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, output } = await collectOutput(child);
  const [, kilobytes, seconds] = /took (\d+) KB, ([\d.]+) s/.exec(output) ?? [];
  return { code, output, memory: Math.round(Number(kilobytes) / 1024), cpu: Number(seconds) };
}
