/** Follows a link to a place that is filtered away, folded or not drawn yet. */
import type { ShowAll } from './filters.ts';
import { byId } from './elements.ts';

/**
 * Listens for links within the page, and follows the one it was opened with.
 * @param showExchange draws the exchange at a place of the list
 */
export function startDeepLinks(
  showAll: ShowAll,
  showExchange: (place: number) => Promise<void>,
): void {
  const follow = async (): Promise<void> => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === '') return;
    const place = /^exchange-(\d+)$/.exec(id)?.[1];
    if (place !== undefined) await showExchange(Number(place));
    const target = byId(id, HTMLElement);
    if (!target) return;
    if (target.hidden) showAll(target);
    // What lies above is drawn only on the way, and may turn out taller than it was taken for.
    for (let times = 0; times < 3; times += 1) {
      target.scrollIntoView();
      await new Promise(requestAnimationFrame);
    }
    if (target.tabIndex === -1) target.focus({ preventScroll: true });
  };
  addEventListener('hashchange', () => void follow());
  void follow();
}
