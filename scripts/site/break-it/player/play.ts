/** Plays a recorded run: calls stream by, requirements fill the grid, and those that break turn red. */
import { announce } from '../../../../src/design/browser.ts';
import type { Recording } from '../record-faults.ts';

export interface Playback {
  /** Stops the run and shows its end, unless it has ended. */
  readonly finish: () => void;
}

/** How long a run takes to play, however slow the machine was that recorded it. */
const playMs = 12_000;
const shownCalls = 8;

type Timeline = Pick<Recording, 'calls' | 'cells'>;

export function play(run: HTMLElement): Playback {
  const timeline = readTimeline(run);
  const restore = rememberEnd(run);
  const duration = Math.max(timeline.calls.at(-1)?.[0] ?? 0, 1);
  const startedAt = performance.now();
  let [frame, drawn, isPlaying] = [0, -1, true];
  const finish = (): void => {
    if (!isPlaying) return;
    isPlaying = false;
    cancelAnimationFrame(frame);
    restore();
    setPlaying(run, false);
    announce(`The run ended. ${find(run, '.result h3').textContent}`);
  };
  const draw = (now: number): void => {
    const at = ((now - startedAt) * duration) / playMs;
    const sent = timeline.calls.filter(([sentAt]) => sentAt <= at).length;
    drawCalls(run, timeline, { from: drawn + 1, to: sent });
    drawCells(run, timeline, sent);
    drawn = sent - 1;
    if (sent === timeline.calls.length) finish();
    else frame = requestAnimationFrame(draw);
  };
  setPlaying(run, true);
  find(run, '.calls').replaceChildren();
  frame = requestAnimationFrame(draw);
  return { finish };
}

/** Returns a function that shows the end of the run again, which the page has from the start. */
function rememberEnd(run: HTMLElement): () => void {
  const parts = ['.cells', '.calls', '.sent', '.proof-count'].map((selector) =>
    find(run, selector),
  );
  const contents = parts.map((part) => [...part.cloneNode(true).childNodes]);
  return () => {
    for (const [index, part] of parts.entries()) part.replaceChildren(...(contents[index] ?? []));
  };
}

function setPlaying(run: HTMLElement, isPlaying: boolean): void {
  run.classList.toggle('playing', isPlaying);
  find(run, '.end').hidden = !isPlaying;
  find(run, '.play').textContent = isPlaying ? '▶ From the start' : '▶ Run again';
}

function drawCalls(
  run: HTMLElement,
  { calls }: Timeline,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  const list = find(run, '.calls');
  for (const [, operation, status] of calls.slice(Math.max(from, to - shownCalls), to))
    list.append(createCall(operation, status));
  while (list.children.length > shownCalls) list.firstElementChild?.remove();
  find(run, '.sent').textContent = String(to);
}

function drawCells(run: HTMLElement, { cells }: Timeline, sent: number): void {
  const isSent = (index: number): boolean => index >= 0 && index < sent;
  const elements = find(run, '.cells').children;
  const verdicts = cells.map(([judged, broken]) => {
    if (isSent(broken)) return 'drifts';
    return isSent(judged) ? 'conforms' : 'untested';
  });
  for (const [index, verdict] of verdicts.entries()) {
    const element = elements[index];
    if (element !== undefined && element.className !== verdict) element.className = verdict;
  }
  const count = (verdict: string): number => verdicts.filter((word) => word === verdict).length;
  find(run, '.proof-count').textContent = `${count('conforms')} met, ${count('drifts')} broken`;
}

function createCall(operation: string, status: number): HTMLLIElement {
  const item = document.createElement('li');
  const name = document.createElement('code');
  const answer = document.createElement('b');
  name.textContent = operation;
  answer.textContent = String(status);
  item.append(name, ' ', answer);
  return item;
}

function readTimeline(run: HTMLElement): Timeline {
  // renderBreakItPage wrote it in this form.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return JSON.parse(find(run, 'script').textContent) as Timeline;
}

/** @throws Error if the page has no such element */
export function find(root: ParentNode, selector: string): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`The page has no ${selector}.`);
  return element;
}
