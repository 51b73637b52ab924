/** Tests the storage of a served sandbox over HTTP: complete, broken and refused uploads. */
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { sha256 } from '../../../tests/support/sandbox/test-client.ts';
import { createWireClient, sendRawText } from '../../../tests/support/sandbox/wire-client.ts';

const wire = await createWireClient();
afterEach(() => expect(wire.log).toEqual([]));

test('an upload URL has the origin of the storage and accepts one upload', async () => {
  const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
  const url = await wire.grantUrl(bytes);
  expect(new URL(url).origin).toBe(wire.storageUrl);
  const upload = () =>
    fetch(url, { method: 'PUT', body: bytes, headers: { 'content-type': 'application/epub+zip' } });
  expect((await upload()).status).toBe(200);
  const response = await upload();
  expect([response.status, await response.json()]).toEqual([
    409,
    { message: 'This upload URL has already been used.' },
  ]);
});

test('an upload that breaks off leaves its URL unused', async () => {
  const bytes = 'x'.repeat(1000);
  const url = new URL(await wire.grantUrl(bytes));
  const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: 1000\r\n\r\n`;
  await sendRawText(url.href, `${head}${bytes.slice(0, 500)}`, 100);
  await expect
    .poll(async () => (await fetch(url, { method: 'PUT', body: bytes })).status)
    .toBe(200);
  expect(sha256(bytes)).toHaveLength(64);
});

test('a client that waits for 100 Continue is refused before it sends the body', async () => {
  const url = new URL(await wire.grantUrl('bytes'));
  const head = (extra: string) =>
    `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\nexpect: 100-continue\r\n${extra}content-length: 5\r\n\r\n`;
  expect(await sendRawText(url.href, head('apikey: x\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  const rawResponse = await sendRawText(url.href, `${head('connection: close\r\n')}bytes`);
  expect(rawResponse).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test('a client that sends a large body gets the refusal of its upload', async () => {
  const url = new URL(await wire.grantUrl('bytes'));
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const upload = request(url, { method: 'PUT', headers: { apikey: 'x' } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    upload.on('error', reject);
    for (let part = 0; part < 200; part += 1) upload.write(Buffer.alloc(65_536));
    upload.end();
  });
  expect(status).toBe(400);
});

test('the storage accepts only PUT', async () => {
  const url = await wire.grantUrl('bytes');
  const response = await fetch(url);
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'PUT']);
});
