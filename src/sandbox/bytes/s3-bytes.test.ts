/** Opens buckets on a server that answers as S3 does when several processes start together. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { s3Bytes } from './index.ts';

/** Returns the address of a server that gives these statuses, and the requests that it got. */
async function bucketServer(statuses: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const method = request.method ?? '';
    const nth = asked.filter((one) => one === method).length;
    asked.push(method);
    response.writeHead(statuses[method]?.[nth] ?? 500).end('<Error><Code>Refused</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { asked, endpoint: `http://127.0.0.1:${port}` };
}

const open = (endpoint: string) =>
  s3Bytes({
    bucket: 'uploads',
    prefix: '',
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'one',
    secretAccessKey: 'two',
  });

test('a bucket that another process creates at the same moment is used', async () => {
  const { asked, endpoint } = await bucketServer({ HEAD: [404, 200], PUT: [409] });
  await open(endpoint);
  expect(asked).toEqual(['HEAD', 'PUT', 'HEAD']);
});

test('a bucket that can neither be found nor created is refused', async () => {
  const { endpoint } = await bucketServer({ HEAD: [404, 404], PUT: [409] });
  await expect(open(endpoint)).rejects.toThrow('answered a PUT with 409 (Refused)');
});

test('a bucket that is there is not created', async () => {
  const { asked, endpoint } = await bucketServer({ HEAD: [200] });
  await open(endpoint);
  expect(asked).toEqual(['HEAD']);
});
