/** Three sandbox processes on one PostgreSQL and one object store, behind load balancers. */
import { spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { watchProcess, type ServerProcess } from '../servers/server-process.ts';
import { hasObjectStore, startObjectStore, type ObjectStore } from './object-store.ts';
import { findPostgres, startPostgres, type PostgresServer } from './postgres.ts';
import { openBalancer, type Balancer } from './round-robin.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export const apiKey = 'team-key';
export const bucket = 'uploads';

export interface Deployment {
  /** The address of the service behind its balancer. */
  readonly url: string;
  readonly postgres: PostgresServer;
  readonly objects: ObjectStore;
  /** Kills one process without warning and starts another in its place. */
  readonly replace: (index: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

interface ServingProcess extends ServerProcess {
  readonly url: string;
  readonly storageUrl: string;
}

/**
 * @param log a file for the error output of the processes, which is long while their database is down
 * @throws Error if a server is not installed
 */
export async function startDeployment(log: string): Promise<Deployment> {
  const bin = await findPostgres();
  if (bin === undefined || !hasObjectStore()) {
    throw new Error('PostgreSQL or Swift is not installed; .ci/run shows how to install them.');
  }
  const [postgres, objects] = await Promise.all([startPostgres(bin), startObjectStore()]);
  const [service, storage] = [await openBalancer(), await openBalancer()];
  const logFile = createWriteStream(log);
  const start = () => startProcess({ postgres, objects, service, storage, logFile });
  const stopServers = async () => {
    await Promise.all([service.close(), storage.close(), postgres.stop(), objects.stop()]);
  };
  const processes = await startAll(start).catch(async (error: unknown) => {
    await stopServers();
    throw error;
  });
  const balance = (servingProcesses: readonly ServingProcess[]) => {
    service.setAddresses(servingProcesses.map(({ url }) => url));
    storage.setAddresses(servingProcesses.map(({ storageUrl }) => storageUrl));
  };
  balance(processes);
  return {
    url: service.url,
    postgres,
    objects,
    replace: async (index) => {
      await processes[index]?.end('SIGKILL');
      processes[index] = await start();
      balance(processes);
    },
    stop: async () => {
      await Promise.all(processes.map(({ end }) => end()));
      await stopServers();
    },
  };
}

/** Starts three processes together. If one does not start, the others are stopped. */
async function startAll(start: () => Promise<ServingProcess>): Promise<ServingProcess[]> {
  const starts = await Promise.allSettled([start(), start(), start()]);
  const startedProcesses = starts.flatMap((entry) =>
    entry.status === 'fulfilled' ? [entry.value] : [],
  );
  const failure = starts.find((entry) => entry.status === 'rejected');
  if (failure === undefined) return startedProcesses;
  await Promise.all(startedProcesses.map(({ end }) => end()));
  throw failure.reason;
}

interface DeploymentParts {
  readonly postgres: PostgresServer;
  readonly objects: ObjectStore;
  readonly service: Balancer;
  readonly storage: Balancer;
  readonly logFile: WriteStream;
}

async function startProcess(parts: DeploymentParts): Promise<ServingProcess> {
  const { postgres, objects, service, storage, logFile } = parts;
  const options = ['sandbox', '--port', '0', '--bytes', `s3://${bucket}/files`];
  // By default every publish of a published book succeeds, so that a race would have no winner.
  options.push('--reading', 'publish.not-draft=409');
  options.push('--public-url', service.url, '--storage-public-url', storage.url);
  const command = ['dist/src/cli/main.js', ...options];
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      DISTRIBUTION_SANDBOX_STORE: postgres.url,
      DISTRIBUTION_SANDBOX_KEYS: apiKey,
      AWS_ENDPOINT_URL_S3: objects.endpoint,
      AWS_ACCESS_KEY_ID: objects.accessKeyId,
      AWS_SECRET_ACCESS_KEY: objects.secretAccessKey,
    },
  });
  child.stderr.pipe(logFile, { end: false });
  const serverProcess = watchProcess(child);
  await serverProcess.until(/^Ctrl-C/m);
  const waitForAddress = (name: string) => serverProcess.until(new RegExp(`^${name} +(\\S+)`, 'm'));
  return {
    ...serverProcess,
    url: await waitForAddress('sandbox'),
    storageUrl: await waitForAddress('storage'),
  };
}
