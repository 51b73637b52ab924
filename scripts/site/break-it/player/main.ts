/** The script of the page: chooses a run by the address, plays it, and copies its link. */
import { find, play, type Playback } from './play.ts';

const runs = [...document.querySelectorAll<HTMLElement>('.run')];
let current: Playback | undefined;

for (const run of runs) {
  find(run, '.controls').hidden = false;
  find(run, '.play').addEventListener('click', () => {
    current?.finish();
    current = play(run);
  });
  find(run, '.end').addEventListener('click', () => current?.finish());
  find(run, '.share').addEventListener('click', () => void copyLink(run));
}
addEventListener('hashchange', choose);
choose();

/** Shows the run that the address names, or that contains what the address names; by default the first one. */
function choose(): void {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id === '' ? null : document.querySelector(`[id="${CSS.escape(id)}"]`);
  const chosen = runs.find((run) => run.contains(target)) ?? runs[0];
  if (chosen?.hidden === true) current?.finish();
  for (const run of runs) {
    run.hidden = run !== chosen;
    const link = document.querySelector(`.faults a[href="#${run.id}"]`);
    if (run === chosen) link?.setAttribute('aria-current', 'true');
    else link?.removeAttribute('aria-current');
  }
  target?.scrollIntoView({ block: 'nearest' });
}

async function copyLink(run: HTMLElement): Promise<void> {
  const button = find(run, '.share');
  try {
    await navigator.clipboard.writeText(new URL(`#${run.id}`, location.href).href);
    button.textContent = 'Copied';
  } catch {
    // Some browsers give pages from disk no clipboard, but readers can copy the address.
    location.hash = run.id;
    button.textContent = 'The address of this page is the link';
  }
}
