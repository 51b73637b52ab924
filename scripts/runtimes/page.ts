/** Runs the client in a browser page with another origin than the service and the storage. */
import { createServer } from 'node:http';
import { launch } from '../look/browser.ts';
import type { Run } from './engines.ts';
import { listen } from '../servers/listen.ts';

/** Forbids `eval`. */
const policy = "script-src 'self'; connect-src http://127.0.0.1:*";
const page = '<!doctype html><output></output><script type="module" src="/program.js"></script>';

export const runInPage: Run = async (home) => {
  const text = await home.bundle({ format: 'esm', platform: 'browser' });
  const connection = JSON.stringify({ baseUrl: home.baseUrl });
  const callScript = `document.querySelector('output').textContent =
    await tryOut(${connection}).then(JSON.stringify, (error) => JSON.stringify(String(error)));`;
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/' ? ['html', page] : ['javascript', `${text}\n${callScript}`];
    response.writeHead(200, { 'content-type': `text/${type}`, 'content-security-policy': policy });
    response.end(body);
  });
  const address = `http://127.0.0.1:${await listen(server)}`;
  const browser = await launch();
  try {
    const tab = await browser.newPage();
    await tab.goto(address);
    const output = await tab.locator('output:not(:empty)').textContent({ timeout: 60_000 });
    const result: unknown = JSON.parse(output ?? '');
    return result;
  } finally {
    await browser.close();
    server.close();
  }
};
