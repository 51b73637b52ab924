/** Servers and folders for one test, which are removed after it. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Starts a server and returns its origin. */
export async function startLocalServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listenOnFreePort(createServer(listener))}`;
}

/** Listens on a free port until the test ends, and returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
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

/** Creates a new folder and returns its path. */
export async function createTestFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'client-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}
