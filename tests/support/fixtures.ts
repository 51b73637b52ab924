/**
 * Folders, servers and sandboxes for tests. What a test creates is removed after the test, and what a file creates
 * outside its tests after the file.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';
import {
  createSandbox,
  serveSandbox,
  type Sandbox,
  type SandboxOptions,
  type ServedSandbox,
  type ServeOptions,
} from '../../src/sandbox/index.ts';
import { createTestClient, type TestClient } from './sandbox/test-client.ts';

/** Runs a function after the current test; outside a test, after the file. */
export function cleanUpWith(cleanUp: () => unknown): void {
  const register = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  register(async () => void (await cleanUp()));
}

/** Creates an empty folder and returns its path. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bookdist-test-'));
  cleanUpWith(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Serves a sandbox on free ports. Its reviews are short, because runs await them. */
export async function serveTestSandbox(options: ServeOptions = {}): Promise<ServedSandbox> {
  // A client that was interrupted may leave a connection without a request, which would be waited for.
  const served = await serveSandbox({ deadlines: { graceMs: 100 }, reviewMs: 1_000, ...options });
  cleanUpWith(served.close);
  return served;
}

/** Starts a server and returns its origin. */
export async function startServer(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listenOnFreePort(createServer(listener))}`;
}

/** Lets a server listen on a free port, and returns the port. */
export async function listenOnFreePort(server: Server | TlsServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUpWith(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

/** Returns an origin at which no server listens. */
export async function findUnusedOrigin(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** Creates a sandbox without a network, and a client of it. */
export async function openTestSandbox(
  options: SandboxOptions = {},
): Promise<{ sandbox: Sandbox; client: TestClient }> {
  const sandbox = await createSandbox(options);
  cleanUpWith(sandbox.close);
  return { sandbox, client: createTestClient(sandbox) };
}
