/** Tests the client in a web page whose origin differs from the service and the storage. */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { listen, stop } from '../support/servers/server-process.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import { openPage, browserTest } from './open-page.ts';

const getPath = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Forbids `eval`. */
const policy = "script-src 'self'; connect-src http://127.0.0.1:*";
const html = '<!doctype html><output></output><script type="module" src="/program.js"></script>';

browserTest('a page uses the client, and reads a header that CORS exposes', async ({ browser }) => {
  const program = await bundleProgram();
  // A real server, because Playwright answers the preflight requests of pages that it serves.
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/' ? ['html', html] : ['javascript', program];
    response.writeHead(200, { 'content-type': `text/${type}`, 'content-security-policy': policy });
    response.end(body);
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const sandbox = await serveSandbox({ cors: [origin] });
  const view = { mayLoad: 'http://127.0.0.1:' };
  const { tab } = await openPage(browser, `${origin}/#${sandbox.url}`, view);
  const output = await tab.locator('output:not(:empty)').textContent();
  expect(output).toBe('as expected, with a date');
  await tab.context().close();
  await sandbox.close();
  await stop(server);
});

async function bundleProgram(): Promise<string> {
  const contents = `
    import { useClient } from './use-client.ts';
    const address = location.hash.slice(1);
    const show = (text) => (document.querySelector('output').textContent = text);
    const run = async () => {
      const result = await useClient(address);
      const headers = { apikey: 'sandbox-key' };
      const response = await fetch(address + '/v2/distribution/books', { headers });
      return result + (response.headers.has('date') ? ', with a date' : ', without a date');
    };
    run().then(show, (error) => show(String(error)));
  `;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: getPath('../support/client') },
    alias: { 'book-distribution-client': getPath('../../src/client/index.ts') },
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles.map(({ text }) => text).join('');
}
