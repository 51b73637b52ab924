/** Writes the section of docs/grade.md about narrowed faults: how many the suite caught. */
import { explainMiss, findMisses, type NarrowedSample } from './narrowed-grade.ts';
import { describeShares, median } from './print-grade.ts';

const heading = '# What the suite is worth\n';
const sectionPattern = /<!-- narrowed -->\n[\s\S]*?<!-- \/narrowed -->\n/;

/** Returns the page with a section for the sample below the heading, in place of an earlier one. */
export function addNarrowedSection(page: string, sample: NarrowedSample): string {
  return withSection(page, writeSection(sample));
}

/** Returns a new page with the section of an earlier one. */
export function copyNarrowedSection(page: string, earlierPage: string): string {
  const [section] = sectionPattern.exec(earlierPage) ?? [];
  return section === undefined ? page : withSection(page, section);
}

/** Replaces the section. Exactly one blank line follows the heading, and the section. */
function withSection(page: string, section: string): string {
  const [before = '', after = ''] = page.replace(sectionPattern, '').split(heading);
  return `${before}${heading}\n${section}${after === '' ? '' : `\n${after.trimStart()}`}`;
}

function writeSection(sample: NarrowedSample): string {
  const { seed, requests, faults, unreachable } = sample;
  const misses = findMisses(sample);
  const caughtCount = faults.length - misses.length;
  const requestsUntilDetection = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  return [
    '<!-- narrowed -->',
    `**Narrowed faults: ${caughtCount} of ${faults.length} caught.**`,
    `Caught after this many requests: ${describeShares(requestsUntilDetection, faults.length, requests)}; median ${median(requestsUntilDetection)}. Another ${unreachable.length} randomly chosen faults are not counted,`,
    'because varied traffic got the same responses with and without them. To repeat the sample:',
    `\`npm run grade -- --narrow ${faults.length} --seed ${seed} --requests ${requests}\`.`,
    '',
    ...misses.map((miss) => `- \`${miss.name}\`: ${explainMiss(miss)}.`),
    '',
    '<!-- /narrowed -->',
    '',
  ].join('\n');
}
