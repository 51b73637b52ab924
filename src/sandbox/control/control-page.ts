/** The web page of the control API. It contains no data: its script calls the API, with the token if one is needed. */
import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { designStyle } from '../../design/index.ts';

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const scripts = ['page.js', 'dom.js', 'service.js', 'requests.js', 'books.js', 'settings.js'];

/**
 * Returns the routes of the page, its style and its scripts.
 * @param needsToken true if the page asks for the token before it calls the API
 */
export function controlPage(needsToken: boolean): Hono {
  const app = new Hono();
  const headers = (type: string) => ({
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  });
  app.get('/', (context) => {
    const page = readPart('page.html');
    const html = needsToken ? page.replace('<html', '<html data-token="needed"') : page;
    return context.body(html, 200, headers('text/html'));
  });
  app.get('/page.css', (context) =>
    context.body(`${designStyle()}\n${readPart('page.css')}`, 200, headers('text/css')),
  );
  for (const name of scripts)
    app.get(`/${name}`, (context) => context.body(readPart(name), 200, headers('text/javascript')));
  return app;
}

function readPart(name: string): string {
  return readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');
}
