/** The client: its guide, and the reference that TypeDoc wrote as Markdown. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { siteLinks } from './links.ts';
import type { SitePage } from './site-page.ts';
import { firstSentence } from './text.ts';

const readme = new URL('../../../client/README.md', import.meta.url);

/**
 * Returns the pages of the client.
 * @param reference the folder with TypeDoc's Markdown
 */
export function clientPages(reference: string): readonly SitePage[] {
  const text = readFileSync(readme, 'utf8').replace(/^# .+\n/, '');
  const files = readdirSync(reference, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.split(sep).join('/'))
    .toSorted();
  return [
    {
      path: '/client/index.html',
      title: 'The client',
      description: firstSentence(text),
      section: 'client',
      kind: 'guide',
      text: siteLinks(text, 'src/client/README.md'),
    },
    ...files.map((file) => referencePage(file, readFileSync(join(reference, file), 'utf8'))),
  ];
}

function referencePage(file: string, markdown: string): SitePage {
  const name = file.slice(0, -'.md'.length);
  const [, heading = name, text = ''] = /^# (.+?)\n(.*)$/s.exec(markdown) ?? [];
  const isIndex = relative('.', name) === 'index';
  const title = isIndex
    ? 'Client reference'
    : heading.replaceAll('\\', '').replace(/^\w[\w ]*: /, '');
  return {
    path: `/client/reference/${name}.html`,
    title,
    description: isIndex
      ? 'Every class, function and type that the client exports.'
      : firstSentence(text) || `${title} of the client.`,
    section: 'client',
    kind: 'client',
    text: siteLinks(text, `client/reference/${file}`),
    ...(isIndex ? { unlisted: true } : {}),
  };
}
