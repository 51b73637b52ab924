/** Starts a PostgreSQL server in a temporary folder, from the programs that Debian installs. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './server-process.ts';

const run = promisify(execFile);

export interface PostgresServer {
  /** The address of an empty database. */
  readonly url: string;
  /** The id of the process that started all others of the server. */
  readonly pid: () => number;
  /** Creates another empty database and returns its address. */
  readonly createDatabase: () => Promise<string>;
  /** Kills the server, as a crash would, and starts it again. */
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Returns the folder of the server's programs, of the newest version. */
async function findPrograms(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = await readdir(root).catch(() => []);
  const folders = versions.toSorted((a, b) => Number(b) - Number(a));
  const bin = folders
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
  if (bin !== undefined) return bin;
  throw new Error('PostgreSQL is not installed. On Debian, run: apt-get install postgresql');
}

/** @throws Error if the server is not installed */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = await findPrograms();
  const user = await findServerUser();
  const data = await createCluster(bin, user);
  const port = await freePort();
  const startServer = async () => {
    // Only processes end in these tests, not the machine, so writes need not reach the disk.
    const noSync = ['-c', 'fsync=off'];
    const options = ['-D', data, '-p', String(port), '-k', data, '-h', '127.0.0.1', ...noSync];
    const server = spawn(join(bin, 'postgres'), options, { ...user, cwd: data, stdio: 'ignore' });
    await waitUntilReady(bin, port);
    return server;
  };
  let server = await startServer();
  const formatAddress = (name: string) => `postgres://sandbox@127.0.0.1:${port}/${name}`;
  let databaseCount = 0;
  const createDatabase = async () => {
    const name = `sandbox_${++databaseCount}`;
    await run(join(bin, 'createdb'), ['-h', '127.0.0.1', '-p', `${port}`, '-U', 'sandbox', name]);
    return formatAddress(name);
  };
  return {
    url: await createDatabase(),
    pid: () => server.pid ?? 0,
    createDatabase,
    restart: async () => {
      // SIGQUIT ends all connections immediately and skips the checkpoint, so that the server recovers from its log.
      await endProcess(server, 'SIGQUIT');
      server = await startServer();
    },
    stop: async () => {
      await endProcess(server, 'SIGINT');
      await rm(data, { recursive: true, force: true });
    },
  };
}

interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Creates an empty database cluster and returns its folder. */
async function createCluster(bin: string, user: ServerUser): Promise<string> {
  const data = await mkdtemp(join(tmpdir(), 'bookdist-postgres-'));
  if (user.uid !== undefined) await run('chown', [String(user.uid), data]);
  await chmod(data, 0o700);
  const access = ['-U', 'sandbox', '-A', 'trust'];
  const options = ['-D', data, ...access, '-E', 'UTF8', '--locale=C.UTF-8', '-N'];
  await run(join(bin, 'initdb'), options, { ...user, cwd: data });
  return data;
}

/** Returns the user to run the server as, because PostgreSQL refuses to run as root. */
async function findServerUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

async function waitUntilReady(bin: string, port: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const readiness = run(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
    if (await readiness.catch(() => undefined)) return;
    if (tries > 150) throw new Error('PostgreSQL did not start within 30 s.');
    await pause(200);
  }
}

async function endProcess(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}
