/** The clock, the behaviour of accounts, the rules that disturb calls, and the content as a whole. */
import { button, byId, fill, make, timeWords } from './dom.js';
import { ask, attempt } from './service.js';

let state;
let choices;
let refresh = async () => undefined;

const operations =
  'createBook listBooks readBook lookUpBook updateBook requestUploads putFile attachFile publishBook unpublishBook deleteBook';

/** Draws what the sandbox reported about itself. */
export function showState(now) {
  state = now;
  const { accounts, clock } = now;
  const books = accounts.reduce((sum, account) => sum + account.books, 0);
  byId('summary').textContent =
    `${books} ${books === 1 ? 'book' : 'books'}, ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`;
  byId('clock-now').textContent = `${timeWords(clock.now)} UTC`;
  const freeze = byId('freeze');
  freeze.setAttribute('aria-pressed', String(clock.frozen));
  freeze.textContent = clock.frozen ? 'Frozen: let it run' : 'Freeze';
  fill(
    byId('behaviour-form').elements.account,
    accounts.map(({ id, name }) => [id, name]),
  );
  showRows(
    'behaviour-rows',
    accounts.flatMap(behaviourRows),
    'Every account follows the document.',
  );
  showRows('chaos-rows', now.chaos.rules.map(chaosRow), 'No call is disturbed.');
}

/** Draws a list, unless it shows the same already: a redraw would take the focus away. */
function showRows(id, rows, none) {
  const list = byId(id);
  const items = rows.length === 0 ? [make('li', 'soft', none)] : rows;
  const text = items.map((item) => item.textContent).join('\n');
  if (list.dataset.text === text) return;
  list.dataset.text = text;
  list.replaceChildren(...items);
}

function behaviourRows({ id, name, readings, faults }) {
  const without = (kind, key) => () =>
    change(`Removed ${key}.`, () =>
      behave(id, {
        readings: Object.fromEntries(Object.entries(readings).filter(([one]) => one !== key)),
        faults: kind === 'fault' ? faults.filter((one) => one !== key) : faults,
      }),
    );
  const rows = [
    ...Object.entries(readings).map(([key, value]) => ['reading', key, `${key} = ${value}`]),
    ...faults.map((key) => ['fault', key, key]),
  ];
  return rows.map(([kind, key, words]) =>
    make(
      'li',
      'rule',
      make('span', '', `${name}: `, make('span', 'tag', kind), ' ', make('span', 'id', words)),
      button('Remove', without(kind, key), `Remove ${key}`),
    ),
  );
}

function chaosRow(rule, at) {
  const { operation = 'any operation', rate, nth, times, effect } = rule;
  const parts = [
    operation,
    effect.kind === 'status' ? `status ${effect.status}` : effect.kind.replace('-', ' '),
    ...(nth === undefined ? [] : [`call ${nth}`]),
    ...(rate === undefined ? [] : [`${Math.round(rate * 100)} %`]),
    ...(times === undefined ? [] : [`at most ${times} times`]),
  ];
  const remove = () =>
    change('Removed the rule.', () =>
      setChaos(state.chaos.rules.filter((_rule, index) => index !== at)),
    );
  const words = parts.join(', ');
  return make('li', 'rule', make('span', '', words), button('Remove', remove, `Remove ${words}`));
}

function behave(account, behaviour) {
  return ask('PUT', `accounts/${encodeURIComponent(account)}/behaviour`, behaviour);
}

function setChaos(rules) {
  return ask('PUT', 'chaos', { seed: state.chaos.seed, rules });
}

async function change(done, doing) {
  await attempt(async () => {
    await doing();
    await refresh();
  }, done);
}

/** Starts the controls. Calls back after each change. */
export function startSettings(refreshAll) {
  refresh = refreshAll;
  for (const one of document.querySelectorAll('[data-advance]'))
    one.addEventListener('click', () =>
      change('Moved the clock.', () =>
        ask('POST', 'clock/advance', { milliseconds: Number(one.dataset.advance) }),
      ),
    );
  byId('freeze').addEventListener('click', () =>
    change('', () => ask('PUT', 'clock', { frozen: !state.clock.frozen })),
  );
  byId('reset').addEventListener('click', () => {
    if (confirm('Forget every book and file of this sandbox?'))
      change('Everything is forgotten.', () => ask('POST', 'reset'));
  });
  onSubmit('seed-form', ({ count, seed }) =>
    change('Added books.', () =>
      ask('POST', 'seed', { count: Number(count.value), seed: Number(seed.value) }),
    ),
  );
  startBehaviour();
  startChaos();
}

/** Requests the readings and faults once. */
export async function loadChoices() {
  choices ??= await ask('GET', 'choices');
  const { silence } = byId('behaviour-form').elements;
  if (silence.options.length > 0) return;
  fill(
    silence,
    Object.keys(choices.readings).map((id) => [id, id]),
  );
  byId('faults').replaceChildren(...choices.faults.map((name) => new Option(name)));
  silence.dispatchEvent(new Event('change'));
}

function startBehaviour() {
  const { silence, reading } = byId('behaviour-form').elements;
  silence.addEventListener('change', () =>
    fill(
      reading,
      (choices.readings[silence.value] ?? []).map((value) => [value, value]),
    ),
  );
  onSubmit('behaviour-form', ({ account, fault }, pressed) => {
    const now = state.accounts.find(({ id }) => id === account.value);
    if (pressed === 'fault' && fault.value === '') return fault.focus();
    return change('Changed the behaviour.', () =>
      behave(account.value, {
        readings:
          pressed === 'fault' ? now.readings : { ...now.readings, [silence.value]: reading.value },
        faults: pressed === 'fault' ? [...new Set([...now.faults, fault.value])] : now.faults,
      }),
    );
  });
}

function startChaos() {
  const form = byId('chaos-form').elements;
  form.operation.append(...operations.split(' ').map((name) => new Option(name)));
  onSubmit('chaos-form', ({ operation, effect, rate, times }) =>
    change('Added the rule.', () =>
      setChaos([
        ...state.chaos.rules,
        {
          ...(operation.value === '' ? {} : { operation: operation.value }),
          rate: Number(rate.value),
          ...(times.value === '' ? {} : { times: Number(times.value) }),
          effect: effectOf(effect.value),
        },
      ]),
    ),
  );
}

function effectOf(value) {
  if (value === '429') return { kind: 'status', status: 429, retryAfterSeconds: 1 };
  if (value === '503') return { kind: 'status', status: 503 };
  if (value === 'delay') return { kind: 'delay', milliseconds: 2000 };
  return { kind: value };
}

function onSubmit(id, act) {
  const form = byId(id);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    act(form.elements, event.submitter?.value);
  });
}
