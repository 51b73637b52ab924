/** Writes `llms.txt`, a list of the pages for programs that read the site (llmstxt.org). */
import manifest from '../../package.json' with { type: 'json' };
import { getTitle, type Page } from './pages.ts';

/** The parts of the site, by the start of their addresses. The others are too long to be read as a whole. */
const parts: readonly (readonly [title: string, start: string])[] = [
  ['Start', 'index'],
  ['Guides', 'guides/'],
  ['The service', 'service/'],
  ['The client', 'packages/index'],
  ['Results', 'results/'],
  ['The project', 'project/'],
];

/** @param url the address of the site, with a slash at the end; undefined for links within the site */
export function writeAgentIndex(pages: readonly Page[], url = '/'): string {
  const blocks = parts.map(([title, start]) => {
    const rows = pages
      .filter(({ path }) => path.startsWith(start))
      .map((page) => `- [${getTitle(page)}](${url}${page.path}.html)`);
    return [`## ${title}`, '', ...rows].join('\n');
  });
  return `# bookdist\n\n> ${manifest.description}\n\n${blocks.join('\n\n')}\n`;
}
