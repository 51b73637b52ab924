/** Tests that bytes are kept completely or not at all, and the opening of a bucket by several processes at once. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { fileStorageTests } from '../../../tests/support/sandbox/bytes-tests.ts';
import { createMemoryStorage } from './bytes.ts';
import { openDirectoryStorage } from './directory-bytes.ts';
import { openS3Storage } from './index.ts';
import { createFolder } from '../../../tests/support/fixtures.ts';

let directory: string;

beforeEach(() => {
  directory = createFolder();
});

describe.each(Object.entries(fileStorageTests))('%s', (_name, check) => {
  test('in memory', () => check(async () => createMemoryStorage()));
  test('in a directory', () => check(() => openDirectoryStorage(directory)));
});

test('openDirectoryStorage removes unfinished files and keeps the others', async () => {
  await mkdir(join(directory, 'incoming'));
  await writeFile(join(directory, 'incoming/a'), 'half');
  await writeFile(join(directory, 'b'), 'whole');
  await openDirectoryStorage(directory);
  expect(await readdir(directory)).toEqual(['b', 'incoming']);
  expect(await readdir(join(directory, 'incoming'))).toEqual([]);
});

/** Starts a server that responds with these statuses, by method. Records the methods of its requests. */
async function startBucketServer(statuses: Readonly<Record<string, readonly number[]>>) {
  const methods: string[] = [];
  const server = createServer((request, response) => {
    const method = request.method ?? '';
    const count = methods.filter((earlierMethod) => earlierMethod === method).length;
    methods.push(method);
    response.writeHead(statuses[method]?.[count] ?? 500).end('<Error><Code>Refused</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { methods, endpoint: `http://127.0.0.1:${port}` };
}

const openBucket = (endpoint: string) =>
  openS3Storage({
    bucket: 'uploads',
    prefix: '',
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'one',
    secretAccessKey: 'two',
  });

test('uses a bucket that another process creates at the same moment', async () => {
  const { methods, endpoint } = await startBucketServer({ HEAD: [404, 200], PUT: [409] });
  await openBucket(endpoint);
  expect(methods).toEqual(['HEAD', 'PUT', 'HEAD']);
});

test('rejects if the bucket does not exist and cannot be created', async () => {
  const { endpoint } = await startBucketServer({ HEAD: [404, 404], PUT: [409] });
  await expect(openBucket(endpoint)).rejects.toThrow('answered a PUT with 409 (Refused)');
});

test('does not create a bucket that exists', async () => {
  const { methods, endpoint } = await startBucketServer({ HEAD: [200] });
  await openBucket(endpoint);
  expect(methods).toEqual(['HEAD']);
});
