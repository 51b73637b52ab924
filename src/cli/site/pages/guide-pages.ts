/** The guides of the repository, the chapters of the API page, and the error catalogue. */
import { readdirSync, readFileSync } from 'node:fs';
import { guide } from '../../../docs/guide.ts';
import { siteLinks } from './links.ts';
import type { SitePage } from './site-page.ts';
import { firstSentence } from './text.ts';

const folder = new URL('../../../../docs/guides/', import.meta.url);

/** Chapters about the service itself, in reading order. */
const chapters = ['authentication', 'flows', 'uploading', 'window', 'drift', 'changes'];

/** Returns the page of each guide, and one that lists them. */
export function guidePages(): readonly SitePage[] {
  const service = guide()
    .filter(({ name }) => chapters.includes(name))
    .toSorted((one, other) => chapters.indexOf(one.name) - chapters.indexOf(other.name))
    .map(({ name, title, text }) => guidePage(name, title, siteLinks(text, 'src/docs/guide/x.md')));
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const [, title = file, text = ''] =
        /^# (.+?)\n(.*)$/s.exec(readFileSync(new URL(file, folder), 'utf8')) ?? [];
      return guidePage(file.slice(0, -3), title, siteLinks(text, `docs/guides/${file}`));
    });
  return [
    {
      path: '/guides/index.html',
      title: 'Guides',
      description:
        'How to check a service, read a report, call the service and develop against it.',
      section: 'guides',
      text: `## Using bookdist\n\n${list(own)}\n\n## The service\n\n${list(service)}`,
      unlisted: true,
    },
    ...own,
    ...service,
  ];
}

function guidePage(name: string, title: string, text: string): SitePage {
  return {
    path: `/guides/${name}.html`,
    title,
    description: firstSentence(text),
    section: 'guides',
    kind: 'guide',
    text,
  };
}

function list(pages: readonly SitePage[]): string {
  return pages
    .map(({ path, title, description }) => `- [${title}](${path}) <br> ${description}`)
    .join('\n');
}

/** Returns the page of all refusals. */
export function errorPages(): readonly SitePage[] {
  const text = guide().find(({ name }) => name === 'errors')?.text;
  if (text === undefined) throw new Error('The guide has no chapter about errors.');
  return [
    {
      path: '/errors/index.html',
      title: 'Errors',
      description:
        'Every refusal that the contract documents: status, cause, body and requirement.',
      section: 'errors',
      kind: 'error',
      text: `${siteLinks(text, 'src/docs/guide/errors.md')}\n\nThe client throws an error class for each of these: see [its reference](/client/reference/index.html#classes).`,
    },
  ];
}
