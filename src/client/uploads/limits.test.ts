/** Tests that an upload refuses pipes, folders and http addresses, keeps its deadline, and reports an early refusal. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDistribution } from '../create-distribution.ts';
import { createTestFolder } from '../../../tests/support/client/local-server.ts';
import {
  expectUploadError,
  stall,
  createTrack,
  upload,
  createStorageScene,
} from '../../../tests/support/client/storage-scene.ts';

const role = 'audio_content';

const fields = {
  title: 'Tides',
  language: ['en'],
  description: 'Nine letters.',
  category: ['FIC000000'],
  copyright: 'SELF',
  saleTerritory: ['ALL'],
  publicationDate: '2030-05-01',
  contributor: [],
  price: [],
};

it('refuses a pipe and a folder, and uploads the other file', async () => {
  const scene = await createStorageScene();
  const folder = await createTestFolder();
  const pipe = join(folder, 'pipe.mp3');
  execFileSync('mkfifo', [pipe]);
  const files = [
    { role, path: pipe },
    { role, path: folder, filename: 'folder.mp3' },
    await createTrack('a.mp3'),
  ] as const;
  const error = await expectUploadError(upload(scene, files));
  expect(error.result.files).toMatchObject([
    { error: { reason: 'unreadable' } },
    { error: { reason: 'unreadable' } },
    { ok: true },
  ]);
  expect(error.message).toContain('not a regular file');
});

describe('deadlineMs', () => {
  it('ends an upload whose storage stalls', async () => {
    const scene = await createStorageScene([stall]);
    const call = upload(scene, [await createTrack('a.mp3', 9_000_000)], { deadlineMs: 300 });
    await expect(call).rejects.toMatchObject({
      type: 'timeout',
      limit: 'deadlineMs',
      afterMs: 300,
    });
  });

  it('ends a flow', async () => {
    const { flows } = createDistribution({
      baseUrl: 'http://service.example',
      apiKey: 'sandbox-key',
      fetch: async () => new Promise(() => undefined),
    });
    const book = { ...fields, externalId: 'a' };
    const flow = flows.ebook({ book, files: [] }, { deadlineMs: 100 });
    await expect(flow).rejects.toMatchObject({ type: 'timeout', limit: 'deadlineMs' });
  });
});

describe('an http address from an https service', () => {
  it('gets no bytes unless allowInsecureStorage is set', async () => {
    const scene = await createStorageScene();
    const https = scene.distribution.withOptions({ baseUrl: 'https://service.example' });
    const error = await expectUploadError(
      upload({ distribution: https }, [await createTrack('a.mp3')]),
    );
    expect(error.message).toContain('Set allowInsecureStorage');
    expect(scene.puts).toHaveLength(0);
    const distribution = https.withOptions({ allowInsecureStorage: true });
    expect(await upload({ distribution }, [await createTrack('b.mp3')])).toMatchObject({
      ok: true,
    });
  });
});

it('reports a refusal that arrives before all bytes were sent, instead of the broken connection', async () => {
  const body = '<Error><Code>SignatureDoesNotMatch</Code></Error>';
  const head = `HTTP/1.1 403 Forbidden\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head + body);
      setTimeout(() => socket.destroy(), 1_000);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const scene = await createStorageScene();
  const storageFetch = async (_url: string, init: RequestInit) =>
    fetch(`http://127.0.0.1:${port}/put`, init);
  const distribution = scene.distribution.withOptions({ storageFetch });
  const error = await expectUploadError(
    upload({ distribution }, [await createTrack('a.mp3', 30_000_000)]),
  );
  expect(error.result.files[0]).toMatchObject({
    error: { reason: 'storage-refused', storageStatus: 403, storageCode: 'SignatureDoesNotMatch' },
  });
});
