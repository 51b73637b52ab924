/** Writes the page about faults that the suite found in services that others wrote. */
import { getArea } from '../../src/report/wording/index.ts';
import type { PlayedFault, ServiceRecord } from './service-record.ts';

const intro = `# Track record

Does the suite work for a service that it has never seen? These services were written by people and programs that had
only the interface document. Each can be started with one of its faults, and with variants: other ways to do what the
document leaves open. The suite tests each of them like any service, with the seed and the depth in the table. A fault
is *found* if a requirement drifts that holds without the fault. Any drift of a variant, or of the service as it is, is
a *false alarm*. The command track-record writes this page.
`;

/** @returns Markdown that ends in a newline */
export function writeTrackRecord(services: readonly ServiceRecord[]): string {
  const parts = [
    intro,
    formatTable(
      ['service', 'faults found', 'first drift after', 'false alarms', 'played'],
      services.map(describeService),
    ),
    '## Found, by area of the requirement\n',
    formatTable(['area', 'faults found', 'first drift after'], describeAreas(services)),
    '## Not found\n',
    formatTable(
      ['service', 'fault', 'why'],
      services.flatMap(({ name, faults }) =>
        faults
          .filter(({ first }) => first === undefined)
          .map((fault) => [name, fault.name, fault.why ?? 'not examined']),
      ),
    ),
    '## False alarms\n',
    formatTable(
      ['service', 'variant', 'requirements'],
      services.flatMap(({ name, variants }) =>
        variants
          .filter(({ drifts }) => drifts.length > 0)
          .map((variant) => [name, variant.name, variant.drifts.join(', ')]),
      ),
    ),
  ];
  return parts.join('\n');
}

function describeService(service: ServiceRecord): readonly string[] {
  const { name, language, author, known, faults, variants, date, commit, seed, depth } = service;
  const alarms = variants.filter(({ drifts }) => drifts.length > 0).length;
  const sampled = (played: number, all: number): string =>
    played === all ? String(all) : `${played} (a sample of ${all})`;
  return [
    `${name}, ${language}, by ${author}`,
    `${faults.filter(({ first }) => first).length} of ${sampled(faults.length, known.faults)}`,
    describeRequests(faults),
    variants.length === 0
      ? 'no variant played'
      : `${alarms} of ${sampled(variants.length, known.variants)}`,
    `${date}, commit ${commit}, seed ${seed}, ${depth}`,
  ];
}

function describeAreas(services: readonly ServiceRecord[]): (readonly string[])[] {
  const faults = services.flatMap((service) => service.faults);
  const areas = new Map<string, PlayedFault[]>();
  for (const fault of faults) {
    if (fault.first === undefined) continue;
    const area = getArea(fault.first.requirement);
    areas.set(area, [...(areas.get(area) ?? []), fault]);
  }
  return [...areas]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([area, found]) => [area, String(found.length), describeRequests(found)]);
}

/** Returns the median and the maximum number of requests before the first drift. */
function describeRequests(faults: readonly PlayedFault[]): string {
  const counts = faults.flatMap(({ first }) => first?.atRequest ?? []).toSorted((a, b) => a - b);
  const [low, high] = [counts[(counts.length - 1) >> 1], counts[counts.length >> 1]];
  if (low === undefined || high === undefined) return '';
  const median = Math.round((low + high) / 2);
  return `${median} requests (median), ${counts.at(-1)} at most`;
}

function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.\n';
  const lines = [columns, columns.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
