/** Reads the CPU time of all processes of a database server from /proc. */
import { readdir, readFile } from 'node:fs/promises';

/** Linux counts CPU time in hundredths of a second. */
const tickMs = 10;

/**
 * Returns the CPU milliseconds that a process, those that it started, and those of them that ended
 * have spent so far.
 */
export async function readFamilyCpu(parent: number): Promise<number> {
  let ticks = 0;
  for (const pid of await readdir('/proc')) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isParent = Number(pid) === parent;
    if (!isParent && Number(fields[1]) !== parent) continue;
    const [own = 0, system = 0, ended = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    ticks += own + system + (isParent ? ended + endedSystem : 0);
  }
  return ticks * tickMs;
}
