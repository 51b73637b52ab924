/** Tests that the memory of a sandbox does not grow with the size of an upload. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createRemoteClient } from '../support/sandbox/test-client.ts';
import { addressPattern, watchProcess } from '../support/servers/server-process.ts';

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const chunk = new Uint8Array(1_048_576);
const chunks = 1_024;

async function* createFile() {
  for (let index = 0; index < chunks; index += 1) yield chunk;
}

/** Returns the largest memory of a process so far, in MiB. */
async function readPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

test.runIf(process.platform === 'linux')(
  'an upload of 1 GiB needs less than 150 MiB of memory',
  async () => {
    const options = ['sandbox', '--port', '0', '--key', 'key'];
    const child = spawn(process.execPath, ['--import', 'tsx', main, ...options]);
    const { pid, until, end } = watchProcess(child);
    onTestFinished(async () => void (await end('SIGKILL')));
    await until(/^Ctrl-C/m);
    const client = createRemoteClient(await until(addressPattern), 'key');
    const { url } = await client.grant(await client.create('ebook'), 'ebook_content', 'x');
    const before = await readPeak(pid);
    const upload = request(url, { method: 'PUT' });
    const responses = once(upload, 'response');
    await pipeline(Readable.from(createFile()), upload);
    expect(await responses).toMatchObject([{ statusCode: 200 }]);
    expect((await readPeak(pid)) - before).toBeLessThan(150);
  },
);
