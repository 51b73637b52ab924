/** The search and the theme switch of the site. All pages are readable without this script. */
(() => {
  const themes = ['system', 'light', 'dark'];
  const key = 'bookdist-theme';

  function startTheme() {
    const button = document.getElementById('theme');
    let theme = 'system';
    try {
      theme = localStorage.getItem(key) ?? 'system';
    } catch {
      // A page opened from disk may have no storage.
    }
    function show() {
      if (theme === 'system') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      button.setAttribute('aria-label', `Theme: ${theme}`);
      button.title = `Theme: ${theme}`;
    }
    button.addEventListener('click', () => {
      theme = themes[(themes.indexOf(theme) + 1) % themes.length];
      try {
        localStorage.setItem(key, theme);
      } catch {
        // Without storage, the theme applies to this page only.
      }
      show();
    });
    button.hidden = false;
    show();
  }

  const search = document.getElementById('search');
  const input = search.querySelector('input');
  const resultList = document.getElementById('search-results');
  let searchIndex;

  /** Boosts: among pages that match equally well, higher numbers come first. */
  const boosts = {
    operation: 3,
    guide: 2.5,
    error: 2.5,
    requirement: 1.5,
    client: 1.2,
    result: 1.2,
  };

  /** Loads a script of the site. A page opened from disk may not use fetch. */
  function loadScript(name) {
    return new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = `${search.dataset.root}assets/${name}`;
      script.addEventListener('load', resolve);
      script.addEventListener('error', reject);
      document.head.append(script);
    });
  }

  async function createIndex() {
    await Promise.all([loadScript('minisearch.js'), loadScript('search-entries.js')]);
    const miniSearch = new MiniSearch({
      fields: ['title', 'summary', 'text'],
      storeFields: ['title', 'kind', 'summary', 'path'],
      idField: 'path',
      tokenize: (text) => text.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean),
      searchOptions: {
        boost: { title: 5, summary: 2 },
        prefix: true,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
        combineWith: 'AND',
        boostDocument: (_id, _term, fields) => boosts[fields.kind] ?? 1,
      },
    });
    miniSearch.addAll(globalThis.searchEntries);
    return miniSearch;
  }

  async function showResults() {
    const words = input.value.trim();
    if (words === '') return close();
    searchIndex ??= createIndex();
    const results = (await searchIndex).search(words).slice(0, 12);
    resultList.replaceChildren(...results.map(createOption));
    if (results.length === 0) {
      resultList.innerHTML =
        '<li class="no-results" role="option" aria-disabled="true">Nothing found</li>';
    }
    resultList.hidden = false;
    input.setAttribute('aria-expanded', 'true');
    selectOption(0);
  }

  function createOption({ title, kind, summary, path }, position) {
    const item = document.createElement('li');
    item.id = `search-result-${position}`;
    item.setAttribute('role', 'option');
    item.dataset.path = path;
    for (const [tag, text] of Object.entries({ b: title, span: kind, p: summary })) {
      const part = document.createElement(tag);
      part.textContent = text;
      item.append(part, ' ');
    }
    item.addEventListener('mousedown', (event) => event.preventDefault());
    item.addEventListener('click', () => openPage(item));
    return item;
  }

  function listOptions() {
    return [...resultList.querySelectorAll('[data-path]')];
  }

  function selectOption(position) {
    const items = listOptions();
    for (const [index, item] of items.entries()) {
      item.setAttribute('aria-selected', String(index === position));
      if (index === position) item.scrollIntoView({ block: 'nearest' });
    }
    const selectedItem = items[position];
    if (selectedItem) input.setAttribute('aria-activedescendant', selectedItem.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function openPage(item) {
    location.href = search.dataset.root + item.dataset.path;
    close();
  }

  function close() {
    resultList.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function handleKey(event) {
    const items = listOptions();
    const position = items.findIndex((item) => item.getAttribute('aria-selected') === 'true');
    if (event.key === 'ArrowDown') selectOption((position + 1) % items.length);
    else if (event.key === 'ArrowUp') selectOption((position + items.length - 1) % items.length);
    else if (event.key === 'Enter' && items[position]) openPage(items[position]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  }

  search.hidden = false;
  input.addEventListener('focus', () => (searchIndex ??= createIndex()));
  input.addEventListener('input', showResults);
  input.addEventListener('keydown', handleKey);
  input.addEventListener('blur', close);
  document.addEventListener('keydown', (event) => {
    const textField = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || textField || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
  startTheme();
})();
