/** Starts Redocly when the reader first uses the page. Until then, the page shows the first view, which is static. */
(() => {
  const startEvents = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'];
  const replayEvents = ['click', 'keydown'];
  let isStarted = false;
  /** @type {Event | undefined} */
  let lastEvent;

  /** @param {Event} event */
  function rememberEvent(event) {
    lastEvent = event;
  }

  /** Dispatches the last click or key again, because nothing could respond to it before. */
  function replayEvent() {
    for (const type of replayEvents) removeEventListener(type, rememberEvent, true);
    if (lastEvent === undefined || lastEvent.target.closest('a[href]') !== null) return;
    lastEvent.target.dispatchEvent(new lastEvent.constructor(lastEvent.type, lastEvent));
  }

  function finishStart() {
    delete document.documentElement.dataset.renderer;
    requestIdleCallback(replayEvent);
  }

  async function start() {
    if (isStarted) return;
    isStarted = true;
    for (const type of startEvents) removeEventListener(type, start, true);
    removeEventListener('hashchange', start);
    const packedScript = document.getElementById('renderer').textContent;
    const bytes = Uint8Array.from(atob(packedScript), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = await new Response(stream).text();
    addEventListener('renderer-ready', finishStart, { once: true });
    document.body.append(script);
  }

  document.documentElement.dataset.renderer = 'waiting';
  for (const type of replayEvents) addEventListener(type, rememberEvent, true);
  for (const type of startEvents) addEventListener(type, start, { capture: true, passive: true });
  addEventListener('hashchange', start);
  if (location.hash !== '') start();
})();
