/** Follows links to elements that are filtered out, folded or not drawn yet. */
import { findById } from '../../../design/browser.ts';
import { drawAround } from './elements.ts';

/** Functions that show an element that is filtered out or not drawn yet. */
export interface DeepLinkActions {
  readonly showAll: (inside: Element) => void;
  readonly showDrift: (id: string) => void;
  readonly showExchange: (id: string) => Promise<void>;
}

/** Follows the link with which the page was opened, and all further links within it. */
export function startDeepLinks({ showAll, showDrift, showExchange }: DeepLinkActions): void {
  const followLink = async (): Promise<void> => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === '') return;
    if (/^exchange-\d+$/.test(id)) await showExchange(id);
    drawAround(id);
    showDrift(id);
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
  addEventListener('hashchange', () => void followLink());
  void followLink();
}
