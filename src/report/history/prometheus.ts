/** Writes a run in the Prometheus text format, for a textfile collector or a push gateway. */
import type { HistoryLine } from './history-line.ts';

type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Labels, value: number])[];
}

export function formatPrometheus(line: HistoryLine): string {
  const lines = createMetrics(line).flatMap(({ name, help, samples }) => {
    const rows = samples.map(
      ([labels, value]) => `${name}${formatLabels({ target: line.target, ...labels })} ${value}`,
    );
    return rows.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...rows];
  });
  return `${lines.join('\n')}\n`;
}

const exitCodeHelp =
  'Exit code: 0 no new drift, 1 drift, 3 no full answer or too little proven, 130 interrupted.';

function createMetrics(line: HistoryLine): Metric[] {
  const { total, proven, conforms, drifts, took, requests, startedAt, exitCode } = line;
  const acceptedCount = drifts.filter((drift) => drift.accepted === true).length;
  const singleValues: readonly (readonly [name: string, help: string, value: number])[] = [
    ['bookdist_run_timestamp_seconds', 'Start of the run.', Date.parse(startedAt) / 1000],
    ['bookdist_run_duration_seconds', 'Duration of the run.', took / 1000],
    ['bookdist_run_requests', 'Requests sent.', requests],
    ['bookdist_run_exit_code', exitCodeHelp, exitCode],
    ['bookdist_requirements', 'Requirements in scope.', total],
    ['bookdist_requirements_proven', 'Requirements proven (conforming or drifting).', proven],
    ['bookdist_requirements_conforming', 'Requirements that the service conforms to.', conforms],
  ];
  return [
    ...singleValues.map(([name, help, value]): Metric => ({ name, help, samples: [[{}, value]] })),
    {
      name: 'bookdist_drifts',
      help: 'Distinct drifts.',
      samples: [
        [{ state: 'new' }, drifts.length - acceptedCount],
        [{ state: 'accepted' }, acceptedCount],
      ],
    },
    {
      name: 'bookdist_operation_latency_seconds',
      help: 'Time to the last byte of a response.',
      samples: line.latency.flatMap(({ operation, median, p95 }) => [
        [{ operation, quantile: '0.5' }, median / 1000] as const,
        [{ operation, quantile: '0.95' }, p95 / 1000] as const,
      ]),
    },
  ];
}

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
