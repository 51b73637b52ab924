/** Formats how much of each area of requirements conforms, for a terminal. */
import type { Report, RequirementRow } from '../record/index.ts';
import { formatCount, getArea, groupBy } from '../wording/index.ts';
import { paint, type Screen, type TextStyle } from './paint.ts';

/** Returns lines with a cell for each area. If there are drifts, the conforming areas share one cell. */
export function formatAreas({ requirements, findings }: Report, screen: Screen): string[] {
  const must = requirements.filter(({ level }) => level === 'must');
  const areas = groupBy(must, ({ id }) => getArea(id));
  const cells = [...areas].map(([area, rows]) => toAreaCell(area, rows));
  const isShown = ({ colour }: Cell): boolean => findings.length === 0 || colour !== 'green';
  const shown = cells.filter(isShown);
  const hiddenCount = cells.length - shown.length;
  if (hiddenCount > 0)
    shown.push({ text: `✓ ${formatCount(hiddenCount, 'conforming area')}`, colour: 'green' });
  const cellWidth = Math.max(0, ...shown.map(({ text }) => text.length)) + 3;
  const perLine = Math.max(1, Math.floor(screen.width / cellWidth));
  const lines: string[] = [];
  for (let start = 0; start < shown.length; start += perLine) {
    const line = shown
      .slice(start, start + perLine)
      .map(({ text, colour }) => paint(screen, colour, text.padEnd(cellWidth)));
    lines.push(line.join('').trimEnd());
  }
  return lines.length === 0 ? [] : [...lines, ''];
}

interface Cell {
  readonly text: string;
  readonly colour: TextStyle;
}

/** Returns the cell of an area, with a tick only if everything that can be tested conforms. */
function toAreaCell(area: string, rows: readonly RequirementRow[]): Cell {
  const conformingCount = rows.filter(({ verdict }) => verdict === 'conforms').length;
  const hasDrift = rows.some(({ verdict }) => verdict === 'drifts');
  const tally = `${area} ${conformingCount}/${rows.length}`;
  if (hasDrift) return { text: `✗ ${tally}`, colour: 'red' };
  if (conformingCount === 0) return { text: `· ${tally}`, colour: 'dim' };
  const testableCount = rows.filter(({ untested }) => untested === undefined).length;
  if (conformingCount < testableCount) return { text: `! ${tally}`, colour: 'yellow' };
  return { text: `✓ ${tally}`, colour: 'green' };
}
