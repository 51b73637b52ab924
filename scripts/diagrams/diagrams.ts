/** The pictures of the guides. They show what the contract, the rules, the ledger and the plan of a run say now. */
import { readFile } from 'node:fs/promises';
import { renderConsentTable } from '../../src/cli/doctor/diagnose.ts';
import { readContract } from '../../src/contract/spec.ts';
import { html, type Content } from '../../src/design/pieces.ts';
import { needsFinalVersion } from '../../src/rules/dates.ts';
import {
  getStatusAfterChange,
  getStatusAfterPublish,
  getStatusAfterReview,
  isDeletableUnlessReleased,
  isWithdrawable,
} from '../../src/rules/status.ts';
import { suite } from '../../tests/suite.ts';
import { box, drawArrow, drawBox, drawPicture, drawText, type Point } from './svg.ts';

const diagrams: Readonly<Record<string, () => Promise<string> | string>> = {
  'life-of-a-book': drawLife,
  'upload-sequence': drawUpload,
  'publish-window': drawWindow,
  'anatomy-of-a-drift': drawAnatomy,
  'ladder-of-consent': drawLadder,
};

/** Returns the SVG file of a picture in `docs/diagrams`. @throws Error for an unknown name */
export async function drawDiagram(name: string): Promise<string> {
  const draw = diagrams[name];
  if (draw === undefined) throw new Error(`There is no picture ${name} in scripts/diagrams.`);
  return draw();
}

const places: Readonly<Record<string, Point>> = {
  draft: { x: 110, y: 150 },
  in_review: { x: 400, y: 150 },
  published: { x: 690, y: 150 },
  withdrawn: { x: 400, y: 300 },
};

/** The statuses of a book, and the calls that lead from one to the next. */
function drawLife(): string {
  const names = Object.keys(places);
  const moves = names.flatMap((from): (readonly [string, string, string])[] => [
    ...(from === 'in_review' ? [[from, getStatusAfterReview(from), 'review'] as const] : []),
    [from, getStatusAfterPublish(from, 'in_review'), 'publish'],
    [from, getStatusAfterChange(from), 'update, attach'],
    ...(isWithdrawable(from) ? [[from, 'withdrawn', 'unpublish'] as const] : []),
  ]);
  const deletable = names.filter(isDeletableUnlessReleased).join(' or ');
  return drawPicture('The life of a book', { width: 800, height: 350 }, [
    moves.filter(([from, to]) => from !== to).map(([from, to, call]) => drawMove(from, to, call)),
    names.map((name) => drawBox(places[name] ?? { x: 0, y: 0 }, name)),
    drawText({ x: 500, y: 304 }, `A book that is ${deletable} can be deleted.`, { look: 'soft' }),
  ]);
}

/** Draws a step forward as a straight line, a return along the top as an arc, and steps to and from the second row apart. */
function drawMove(from: string, to: string, call: string): Content {
  const [start, end] = [places[from], places[to]];
  if (start === undefined || end === undefined) return undefined;
  const label = (x: number, y: number) =>
    drawText({ x, y }, call, { anchor: 'middle', look: 'soft' });
  if (start.y === end.y && end.x > start.x) {
    const gap = box.width / 2;
    const middle = label((start.x + end.x) / 2, start.y - 8);
    return [drawArrow({ x: start.x + gap, y: start.y }, { x: end.x - gap, y: end.y }), middle];
  }
  const edge = box.height / 2;
  if (start.y === end.y) {
    const bend = (end.x - start.x) / 4;
    const top = start.y - edge;
    const arc = drawArrow({ x: start.x, y: top }, { x: end.x + 20, y: top }, bend);
    return [arc, label((start.x + end.x) / 2, top + bend / 2 - 6)];
  }
  const isDown = end.y > start.y;
  const [shift, side] = [isDown ? 25 : -25, isDown ? edge : -edge];
  const first = { x: start.x + shift, y: start.y + side };
  const last = { x: end.x + shift, y: end.y - side };
  return [
    drawArrow(first, last),
    label((first.x + last.x) / 2 + shift * 1.8, (first.y + last.y) / 2 + 12),
  ];
}

/** The three calls that bring a file to a book. */
function drawUpload(): string {
  const { requestUploads, putFile, attachFile } = readContract().operations;
  const lanes = { program: 100, service: 490, storage: 700 };
  const success = (responses: typeof putFile.responses): string =>
    responses.map(({ status }) => status.toLowerCase()).find((status) => status.startsWith('2')) ??
    'success';
  const steps = [
    [requestUploads, lanes.service, 'an upload URL and a file id for each file'],
    [putFile, lanes.storage, 'the bytes are stored; the URL is used'],
    [attachFile, lanes.service, 'the file belongs to the book'],
  ] as const;
  return drawPicture('How a file reaches a book', { width: 800, height: 330 }, [
    Object.entries(lanes).map(([name, x]) => [
      drawBox({ x, y: 40 }, name),
      html`<path class="arrow" d="M${x} 62 V315" stroke-dasharray="3 4" />`,
    ]),
    steps.map(([{ method, path, responses }, x, result], index) => {
      const y = 105 + index * 78;
      return [
        drawText({ x: lanes.program + 10, y: y - 8 }, `${method} ${path}`, { look: 'code' }),
        drawArrow({ x: lanes.program, y }, { x, y }),
        drawText({ x: lanes.program + 10, y: y + 22 }, `${success(responses)}: ${result}`, {
          look: 'soft',
        }),
        drawArrow({ x, y: y + 28 }, { x: lanes.program, y: y + 28 }),
      ];
    }),
  ]);
}

const windowLegend = [
  ['bad', 'only as a final version'],
  ['good', 'also as a draft version'],
  ['open', 'the document leaves it open'],
] as const;

/** Which publication dates need a final version. The two readings of the last day differ. */
function drawWindow(): string {
  const days = Array.from({ length: 27 }, (_, index) => index - 6);
  const today = '2026-03-02';
  const needs = (day: number, lastDay: number): boolean => {
    const date = new Date(Date.parse(today) + day * 86_400_000).toISOString().slice(0, 10);
    return needsFinalVersion({ publicationDate: date, isFinalVersion: false }, today, lastDay);
  };
  const cells = days.map((day, index) => {
    const [inclusive, exclusive] = [needs(day, 14), needs(day, 13)];
    const kind = inclusive === exclusive ? (inclusive ? 'bad' : 'good') : 'open';
    const label = day === 0 ? 'today' : day % 7 === 0 ? `${day > 0 ? '+' : ''}${day}` : '';
    return html`<rect class="${kind}" x="${30 + index * 27}" y="50" width="23" height="34" rx="3" />
      ${drawText({ x: 41 + index * 27, y: 104 }, label, { anchor: 'middle', look: 'soft' })}`;
  });
  return drawPicture(
    'When a book can be published, by its publication date',
    { width: 780, height: 170 },
    [
      drawText(
        { x: 30, y: 32 },
        'A publish of a book with this publication date, in days from today',
      ),
      cells,
      windowLegend.map(([kind, text], index) => [
        html`<rect
          class="${kind}"
          x="${30 + index * 240}"
          y="132"
          width="14"
          height="14"
          rx="3"
        />`,
        drawText({ x: 52 + index * 240, y: 144 }, text),
      ]),
    ],
  );
}

/** What each line of a drift answers. */
const questions: Readonly<Record<string, string>> = {
  '✗': 'What does the service do wrong?',
  sent: 'What was sent?',
  before: 'In which state was the book?',
  expected: 'What should have come?',
  actual: 'What came?',
  call: 'Which call went wrong?',
  noticed: 'Which call shows it?',
  extent: 'How much is concerned?',
  'run again': 'How do I see it again?',
};

/** The drift that the README shows, which a test compares with a real run. */
async function drawAnatomy(): Promise<string> {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const lines = (/^✗ .*?\n\n/ms.exec(readme)?.[0] ?? '').trimEnd().split('\n');
  const rows = lines.map((line, index) => {
    const label = Object.keys(questions).find((name) => line.trimStart().startsWith(name));
    const y = 36 + index * 26;
    const text = line.length > 82 ? `${line.slice(0, 81)}…` : line;
    const answer =
      label === undefined ? [] : drawText({ x: 960, y }, questions[label] ?? '', { anchor: 'end' });
    return [drawText({ x: 24, y }, text.replaceAll(' ', '\u00A0'), { look: 'code' }), answer];
  });
  return drawPicture(
    'The anatomy of a drift',
    { width: 984, height: 30 + lines.length * 26 },
    rows,
  );
}

/** What a run may do with each consent, and how much it can prove. */
function drawLadder(): string {
  const table = renderConsentTable(suite, { rate: undefined, secondKey: 'any' });
  const steps = table
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, option = '', proof = '', description = ''] =
        /^\s*(--allow \S+)\s+(up to\s+\d+ of \d+)\s+.*?\s{2,}(\S.*)$/.exec(line) ?? [];
      return { option, proof: proof.replaceAll(/\s+/g, ' '), description };
    });
  return drawPicture(
    'The ladder of consent',
    { width: 900, height: 60 + steps.length * 70 },
    steps.map(({ option, proof, description }, index) => {
      const y = 40 + (steps.length - 1 - index) * 70;
      const width = 300 + index * 180;
      return [
        html`<rect class="box" x="30" y="${y}" width="${width}" height="58" rx="6" />`,
        drawText({ x: 46, y: y + 24 }, option, { look: 'code' }),
        drawText({ x: 46, y: y + 45 }, `${description}; ${proof}`, { look: 'soft' }),
      ];
    }),
  );
}
