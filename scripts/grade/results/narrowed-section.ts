/** Writes the sections of docs/grade.md about narrowed faults: how many the suite caught on each service. */
import { explainMiss, findMisses, type NarrowedSample } from './narrowed-grade.ts';
import { describeShares, median } from './print-grade.ts';

const heading = '# What the suite is worth\n';
const sectionPattern = /<!-- narrowed (\S+) -->\n[\s\S]*?<!-- \/narrowed -->\n/g;

/** Returns the page with a section for the sample at the top, in place of an earlier section for the same service. */
export function addNarrowedSection(page: string, sample: NarrowedSample): string {
  const others = parseSections(page).filter(([service]) => service !== sample.service);
  const section = [sample.service, writeSection(sample)] as const;
  return withSections(page, [...others, section].toSorted(compareSandboxFirst));
}

/** Returns a new page with the sections of an earlier one. */
export function copyNarrowedSections(page: string, earlierPage: string): string {
  return withSections(page, parseSections(earlierPage));
}

type Section = readonly [service: string, text: string];

function parseSections(page: string): Section[] {
  return [...page.matchAll(sectionPattern)].map(([text, service = '']) => [service, text]);
}

function compareSandboxFirst([service]: Section, [otherService]: Section): number {
  return (
    Number(otherService === 'sandbox') - Number(service === 'sandbox') ||
    service.localeCompare(otherService)
  );
}

/** Replaces all sections. Exactly one blank line follows the heading, and the last section. */
function withSections(page: string, sections: readonly Section[]): string {
  const pageWithoutSections = page
    .replaceAll(sectionPattern, '')
    .replace(`${heading}\n\n`, `${heading}\n`);
  const text = sections.map(([, section]) => section).join('');
  return pageWithoutSections.replace(heading, `${heading}\n${text}`.trimEnd().concat('\n'));
}

function writeSection(sample: NarrowedSample): string {
  const { service, seed, requests, faults, unreachable } = sample;
  const misses = findMisses(sample);
  const caughtCount = faults.length - misses.length;
  const requestsUntilDetection = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const flag = service === 'sandbox' ? '' : ` --service ${service}`;
  return [
    `<!-- narrowed ${service} -->`,
    `**Narrowed faults on ${service === 'sandbox' ? 'the sandbox' : 'an independent service'}: ${caughtCount} of ${faults.length} caught.**`,
    `Caught after this many requests: ${describeShares(requestsUntilDetection, faults.length, requests)}; median ${median(requestsUntilDetection)}. Another ${unreachable.length} randomly chosen faults are not counted,`,
    'because varied traffic got the same responses with and without them. To repeat the sample:',
    `\`npm run grade -- --narrow ${faults.length} --seed ${seed} --requests ${requests}${flag}\`.`,
    '',
    ...misses.map((miss) => `- \`${miss.name}\`: ${explainMiss(miss)}.`),
    '',
    '<!-- /narrowed -->',
    '',
  ].join('\n');
}
