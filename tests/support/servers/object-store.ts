/**
 * Starts an S3-compatible server in a temporary folder: OpenStack Swift, which Debian packages. Like
 * Amazon's server, it checks signatures and hashes, and accepts uploads in parts.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './server-process.ts';

const run = promisify(execFile);

export interface ObjectStore {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Kills the server, does something while it is away, and starts it again. */
  readonly interrupt: (during: () => Promise<void>) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const serverNames = ['account', 'container', 'object'] as const;

function assertInstalled(): void {
  if ([...serverNames, 'proxy'].every((name) => existsSync(`/usr/bin/swift-${name}-server`)))
    return;
  const packages = 'swift-proxy swift-account swift-container swift-object';
  throw new Error(`OpenStack Swift is not installed. On Debian, run: apt-get install ${packages}`);
}

/** @throws Error if the servers are not installed */
export async function startObjectStore(): Promise<ObjectStore> {
  assertInstalled();
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-swift-'));
  await mkdir(join(folder, 'devices/one'), { recursive: true });
  const ports = await Promise.all(serverNames.map(freePort));
  await buildRings(folder, ports);
  for (const [index, name] of serverNames.entries()) {
    const config = { text: formatStorageConfig(folder, name), port: ports[index] ?? 0 };
    await writeConfig(folder, name, config);
  }
  const port = await freePort();
  await writeConfig(folder, 'proxy', { text: proxyConfig, port });
  const startServers = async () => {
    const started = [...serverNames, 'proxy'].map((name) => startServer(folder, name));
    for (const serverPort of [...ports, port])
      await waitUntilHealthy(`http://127.0.0.1:${serverPort}`);
    return started;
  };
  let servers = await startServers();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'sandbox:writer',
    secretAccessKey: 'a-secret-for-tests',
    interrupt: async (during) => {
      for (const server of servers) await endProcess(server, 'SIGKILL');
      await during();
      servers = await startServers();
    },
    stop: async () => {
      for (const server of servers.toReversed()) await endProcess(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A ring says which device stores a file. Here there is one device. */
const ringScript = `
import sys
from swift.common.ring import RingBuilder
for name, port in zip(sys.argv[2::2], sys.argv[3::2]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev(dict(id=0, region=1, zone=1, weight=1, ip='127.0.0.1', port=int(port),
        replication_ip='127.0.0.1', replication_port=int(port), device='one', meta=''))
    builder.rebalance()
    builder.get_ring().save(f'{sys.argv[1]}/{name}.ring.gz')
`;

async function buildRings(folder: string, ports: readonly number[]): Promise<void> {
  const pairs = serverNames.flatMap((name, index) => [name, String(ports[index])]);
  await run('/usr/bin/python3', ['-c', ringScript, folder, ...pairs]);
}

interface ServerConfig {
  readonly text: string;
  readonly port: number;
}

async function writeConfig(
  folder: string,
  name: string,
  { text, port }: ServerConfig,
): Promise<void> {
  const commonLines = [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${port}`,
    // Without worker processes, the server is a single process that can be ended.
    'workers = 0',
    `user = ${userInfo().username}`,
    `swift_dir = ${folder}`,
  ];
  await writeFile(join(folder, `${name}.conf`), `${commonLines.join('\n')}\n${text}`);
}

function startServer(folder: string, name: string): ChildProcess {
  return spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], { stdio: 'ignore' });
}

function formatStorageConfig(folder: string, name: string): string {
  return [
    `devices = ${join(folder, 'devices')}`,
    'mount_check = false',
    'disable_fallocate = true',
    '[pipeline:main]',
    `pipeline = healthcheck ${name}-server`,
    `[app:${name}-server]`,
    `use = egg:swift#${name}`,
    '[filter:healthcheck]',
    'use = egg:swift#healthcheck',
    '',
  ].join('\n');
}

const proxyConfig = `[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_sandbox_writer = a-secret-for-tests .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:slo]
use = egg:swift#slo
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
`;

async function waitUntilHealthy(endpoint: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(`${endpoint}/healthcheck`).catch(() => undefined);
    if (response?.ok === true) return;
    if (tries > 150) throw new Error('The object store did not start within 30 s.');
    await pause(200);
  }
}

async function endProcess(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}
