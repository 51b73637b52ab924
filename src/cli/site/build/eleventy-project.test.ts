/** Tests that Eleventy renders the site. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPeers } from '../peers.ts';
import { renderSite } from './eleventy-project.ts';

it('renders a site without a sitemap if it has no public address', async () => {
  const workFolder = await mkdtemp(join(tmpdir(), 'bookdist-site-'));
  const page = { path: '/index.html', title: 'Start', description: 'A page.', text: 'Words.' };
  try {
    const content = { pages: [page], htmlPages: [], entries: [], url: undefined };
    const files = await readdir(await renderSite(content, findPeers(), workFolder));
    expect(files).toContain('index.html');
    expect(files).not.toContain('sitemap.xml');
  } finally {
    await rm(workFolder, { recursive: true });
  }
});
