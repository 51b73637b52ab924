/** A server and a folder of one test, gone when it is over. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Its origin. */
export async function localServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await portOf(createServer(listener))}`;
}

/** The address at which a server listens until the test ends. */
export async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Its path; another one at each call. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
