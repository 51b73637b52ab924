/** Starts three sandbox processes on one PostgreSQL and one object store, behind load balancers. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Balancer, startBalancer } from '../support/servers/gateway.ts';
import { type ObjectStore, startObjectStore } from '../support/servers/object-store.ts';
import { type PostgresServer, startPostgres } from '../support/servers/postgres.ts';
import { type ServerProcess, watchProcess } from '../support/servers/server-process.ts';

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

export async function startDeployment(): Promise<Deployment> {
  const [postgres, objects] = await Promise.all([startPostgres(), startObjectStore()]);
  const [service, storage] = [await startBalancer(), await startBalancer()];
  const start = async () => startProcess({ postgres, objects, service, storage });
  const processes = await Promise.all([start(), start(), start()]);
  const balance = () => {
    service.addresses = processes.map(({ url }) => url);
    storage.addresses = processes.map(({ storageUrl }) => storageUrl);
  };
  balance();
  return {
    url: service.url,
    postgres,
    objects,
    replace: async (index) => {
      await processes[index]?.end('SIGKILL');
      processes[index] = await start();
      balance();
    },
    stop: async () => {
      await Promise.all(processes.map(({ end }) => end()));
      await Promise.all([service.close(), storage.close(), postgres.stop(), objects.stop()]);
    },
  };
}

interface DeploymentParts {
  readonly postgres: PostgresServer;
  readonly objects: ObjectStore;
  readonly service: Balancer;
  readonly storage: Balancer;
}

const main = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

async function startProcess(parts: DeploymentParts): Promise<ServingProcess> {
  const { postgres, objects, service, storage } = parts;
  const options = ['--port', '0', '--bytes', `s3://${bucket}/files`, '--log', 'none'];
  options.push('--public-url', service.url, '--storage-public-url', storage.url);
  // By default every publish of a published book succeeds, so that a race would have no winner.
  options.push('--reading', 'publish.not-draft=409');
  const child = spawn(process.execPath, [main, 'sandbox', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      DISTRIBUTION_SANDBOX_STORE: postgres.url,
      DISTRIBUTION_SANDBOX_KEYS: apiKey,
      AWS_ENDPOINT_URL_S3: objects.endpoint,
      AWS_ACCESS_KEY_ID: objects.accessKeyId,
      AWS_SECRET_ACCESS_KEY: objects.secretAccessKey,
    },
  });
  const server = watchProcess(child);
  await server.until(/^Ctrl-C/m);
  const readAddress = async (name: string) => server.until(new RegExp(`^${name} +(\\S+)`, 'm'));
  return { ...server, url: await readAddress('sandbox'), storageUrl: await readAddress('storage') };
}
