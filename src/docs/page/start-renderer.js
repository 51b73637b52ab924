/** Starts Redocly when the reader first uses the page. Until then, the first view that it wrote is there to read. */
(() => {
  const uses = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'focusin'];
  const replayed = ['click', 'keydown'];
  let started = false;
  /** @type {Event | undefined} */
  let last;

  /** @param {Event} event */
  function keep(event) {
    last = event;
  }

  /** Repeats the last click or key, which came before anything could respond to it. */
  function replay() {
    for (const type of replayed) removeEventListener(type, keep, true);
    if (last === undefined || last.target.closest('a[href]') !== null) return;
    last.target.dispatchEvent(new last.constructor(last.type, last));
  }

  function ready() {
    delete document.documentElement.dataset.renderer;
    requestIdleCallback(replay);
  }

  /** Reads the renderer from the page, or from the script next to it. */
  async function packedRenderer() {
    const place = document.getElementById('renderer');
    if (place.dataset.file === undefined) return place.textContent;
    const script = document.createElement('script');
    script.src = place.dataset.file;
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      document.head.append(script);
    });
    return globalThis.packedRenderer;
  }

  async function start() {
    if (started) return;
    started = true;
    for (const type of uses) removeEventListener(type, start, true);
    removeEventListener('hashchange', start);
    const bytes = Uint8Array.from(atob(await packedRenderer()), (letter) => letter.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const script = document.createElement('script');
    script.type = 'module';
    script.textContent = await new Response(unpacked).text();
    addEventListener('renderer-ready', ready, { once: true });
    document.body.append(script);
  }

  document.documentElement.dataset.renderer = 'waiting';
  for (const type of replayed) addEventListener(type, keep, true);
  for (const type of uses) addEventListener(type, start, { capture: true, passive: true });
  addEventListener('hashchange', start);
  if (location.hash !== '') start();
})();
