/** Whether a run proved as much as somebody asked for: a run that asked little must not look good. */
import type { Report } from './report.ts';

/** How much of what the document states has to be proven. */
export interface MinProven {
  readonly amount: number;
  readonly of: 'requirements' | 'percent';
}

/**
 * The report, with exit code 3 and a sentence where it saw no drift and proved too little.
 * @param least undefined asks for nothing
 */
export function heldTo(report: Report, least: MinProven | undefined): Report {
  const { proven, total } = report.summary.must;
  if (least === undefined || report.exitCode !== 0) return report;
  const needed = least.of === 'percent' ? Math.ceil((total * least.amount) / 100) : least.amount;
  if (proven >= needed) return report;
  const asked = least.of === 'percent' ? `${least.amount}%, which is ${needed},` : `${needed}`;
  const stoppedBecause = `Of ${total} requirements ${proven} were proven, and --min-proven asks for ${asked} at least.`;
  return { ...report, verdict: 'unproven', exitCode: 3, run: { ...report.run, stoppedBecause } };
}
