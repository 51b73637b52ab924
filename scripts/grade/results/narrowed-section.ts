/** The part of docs/grade.md about narrowed faults: a score and its misses for each service. */
import { explainMiss, findMisses, type NarrowedSample } from './narrowed-grade.ts';
import { median } from './fault-grade.ts';

const heading = '# What the suite is worth\n';
const sectionPattern = /<!-- narrowed (\S+) -->\n[\s\S]*?<!-- \/narrowed -->\n/g;

/** Returns the page with the score of a sample in front of everything else, in place of an earlier one. */
export function putNarrowedSample(page: string, sample: NarrowedSample): string {
  const others = parseSections(page).filter(([service]) => service !== sample.service);
  const section = [sample.service, writeSection(sample)] as const;
  return withSections(page, [...others, section].toSorted(compareSandboxFirst));
}

/** Returns a new page with the sections of an earlier one. */
export function keepNarrowedSamples(page: string, earlier: string): string {
  return withSections(page, parseSections(earlier));
}

type Section = readonly [service: string, text: string];

function parseSections(page: string): Section[] {
  return [...page.matchAll(sectionPattern)].map(([text, service = '']) => [service, text]);
}

function compareSandboxFirst([one]: Section, [other]: Section): number {
  return Number(other === 'sandbox') - Number(one === 'sandbox') || one.localeCompare(other);
}

function withSections(page: string, sections: readonly Section[]): string {
  const bare = page.replaceAll(sectionPattern, '').replace(`${heading}\n\n`, `${heading}\n`);
  const text = sections.map(([, section]) => section).join('');
  return bare.replace(heading, `${heading}\n${text}`.trimEnd().concat('\n'));
}

function writeSection(sample: NarrowedSample): string {
  const { service, seed, faults, unreachable } = sample;
  const misses = findMisses(sample);
  const caught = faults.length - misses.length;
  const detections = faults.flatMap(({ detectedAfter }) => detectedAfter ?? []);
  const flag = service === 'sandbox' ? '' : ` --service ${service}`;
  return [
    `<!-- narrowed ${service} -->`,
    `**Narrowed faults on ${service === 'sandbox' ? 'the sandbox' : 'an independent service'}: ${caught} of ${faults.length} caught.**`,
    `First drift after ${median(detections)} requests (median). Another ${unreachable.length} were drawn and not counted,`,
    'because varied traffic got the same responses with and without them. To repeat it:',
    `\`npm run grade -- --narrow ${faults.length} --seed ${seed}${flag}\`.`,
    '',
    ...misses.map((miss) => `- \`${miss.name}\`: ${explainMiss(miss)}.`),
    '',
    '<!-- /narrowed -->',
    '',
  ].join('\n');
}
