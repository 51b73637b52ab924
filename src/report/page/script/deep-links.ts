/** Follows a link to a place that is filtered out, folded or not drawn yet. */
import type { ShowAll } from './filters.ts';
import { findById, drawAround } from './elements.ts';
import type { Triage } from './triage.ts';

export interface HiddenPlaces {
  readonly showAll: ShowAll;
  readonly triage: Triage;
  readonly showExchange: (id: string) => Promise<void>;
}

/** Listens for links within the page, and follows the one it was opened with. */
export function startDeepLinks({ showAll, triage, showExchange }: HiddenPlaces): void {
  const follow = async (): Promise<void> => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === '') return;
    if (/^exchange-\d+$/.test(id)) await showExchange(id);
    drawAround(id);
    triage.show(id);
    const target = findById(id, HTMLElement);
    if (!target) return;
    if (target.hidden) showAll(target);
    for (
      let fold = target.closest('details');
      fold;
      fold = fold.parentElement?.closest('details') ?? null
    )
      fold.open = true;
    target.scrollIntoView();
    if (target.tabIndex === -1) target.focus({ preventScroll: true });
  };
  addEventListener('hashchange', () => void follow());
  void follow();
}
