/** Writes the page about faults that the suite found in services that others wrote. */
import { describeShares, median } from '../grade/results/print-grade.ts';
import { getArea } from '../../src/report/wording/index.ts';
import type { PlayedFault, ServiceRecord } from './service-record.ts';

const intro = `# Track record

Does the suite work for a service that it has never seen? These services were written by people and programs that had
only the interface document. Each can be started with one of its faults, and with variants: other ways to do what the
document leaves open. The suite tests each of them like any service. A fault is *found* if a requirement drifts that
holds without the fault; the run ends there, or after the last number of requests in the table. Any drift of a variant,
or of the service as it is, is a *false alarm*; their runs send about 1,500 requests. The command track-record writes
this page.
`;

/** @returns Markdown that ends in a newline */
export function writeTrackRecord(services: readonly ServiceRecord[]): string {
  const parts = [
    intro,
    formatTable(
      [
        'service',
        'faults found',
        'share found after requests',
        'first drift after',
        'false alarms',
        'played',
      ],
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
          .map((fault) => [name, fault.name, explainMiss(fault)]),
      ),
    ),
    '## False alarms\n',
    formatTable(
      ['service', 'variant', 'requirements', 'why'],
      services.flatMap(({ name, variants }) =>
        variants
          .filter(({ drifts }) => drifts.length > 0)
          .map((variant) => [name, variant.name, variant.drifts.join(', '), variant.why ?? '']),
      ),
    ),
  ];
  return parts.join('\n');
}

function explainMiss({ surprising, why }: PlayedFault): string {
  const seen = surprising && `reported as surprising: ${surprising.join(', ')}`;
  return [seen, why].filter(Boolean).join('; ') || 'not examined';
}

function describeService(service: ServiceRecord): readonly string[] {
  const { name, language, author, known, faults, variants, date, commit, seed, requests } = service;
  const alarms = variants.filter(({ drifts }) => drifts.length > 0).length;
  const sampled = (played: number, all: number): string =>
    played === all ? String(all) : `${played} (a sample of ${all})`;
  return [
    `${name}, ${language}, by ${author}`,
    `${faults.filter(({ first }) => first).length} of ${sampled(faults.length, known.faults)}`,
    describeShares(listCounts(faults), faults.length, requests),
    describeRequests(faults),
    variants.length === 0
      ? 'no variant played'
      : `${alarms} of ${sampled(variants.length, known.variants)}`,
    `${date}, commit ${commit}, seed ${seed}`,
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
  const counts = listCounts(faults);
  if (counts.length === 0) return '';
  return `${median(counts)} requests (median), ${Math.max(...counts)} at most`;
}

function listCounts(faults: readonly PlayedFault[]): number[] {
  return faults.flatMap(({ first }) => first?.atRequest ?? []);
}

function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'None.\n';
  const lines = [columns, columns.map(() => '---'), ...rows];
  return `${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`;
}
