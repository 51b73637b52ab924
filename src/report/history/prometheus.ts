/** The last run as Prometheus text, for a textfile collector or a push gateway. */
import type { HistoryLine } from './history-line.ts';

type Labels = Readonly<Record<string, string>>;

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Labels, value: number])[];
}

/** Writes the metrics of a run. */
export function prometheusText(line: HistoryLine): string {
  return metricsOf(line)
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, samples }) =>
      [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        ...samples.map(
          ([labels, value]) => `${name}${labelText({ target: line.target, ...labels })} ${value}`,
        ),
      ].join('\n'),
    )
    .join('\n')
    .concat('\n');
}

function metricsOf(line: HistoryLine): Metric[] {
  const { total, proven, conforms, drifts, took, requests, startedAt, exitCode } = line;
  const accepted = drifts.filter((drift) => drift.accepted === true).length;
  return [
    metric('bookdist_run_timestamp_seconds', 'Start of the run.', Date.parse(startedAt) / 1000),
    metric('bookdist_run_duration_seconds', 'Duration of the run.', took / 1000),
    metric('bookdist_run_requests', 'Requests sent.', requests),
    metric(
      'bookdist_run_exit_code',
      'Exit code: 0 no new drift, 1 drift, 3 no full answer or too little proven, 130 interrupted.',
      exitCode,
    ),
    metric('bookdist_requirements', 'Requirements in scope.', total),
    metric('bookdist_requirements_proven', 'Requirements proven (conforming or drifting).', proven),
    metric(
      'bookdist_requirements_conforming',
      'Requirements that the service conforms to.',
      conforms,
    ),
    {
      name: 'bookdist_drifts',
      help: 'Distinct drifts.',
      samples: [
        [{ state: 'new' }, drifts.length - accepted],
        [{ state: 'accepted' }, accepted],
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

function metric(name: string, help: string, value: number): Metric {
  return { name, help, samples: [[{}, value]] };
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
