/** The fields for reason and date of an entry to copy, made when a reader opens the entry. */
import { make } from './elements.ts';

/** Listens for opened entries. A page with a field for each drift would make browsers look at all of them for autofill. */
export function startComposing(): void {
  const open = ({ target }: Event): void => {
    if (!(target instanceof HTMLDetailsElement)) return;
    const place = target.querySelector(':scope > [data-accept]');
    const code = target.querySelector('.command code');
    if (!(place instanceof HTMLElement) || place.childElementCount > 0 || !code) return;
    const { since = '', until = '' } = place.dataset;
    place.append(
      field('Reason', 'reason', { type: 'text', autocomplete: 'off' }),
      field('Until', 'until', { type: 'date', value: until, min: since }),
    );
    place.addEventListener('input', (event) => write(event.target, code));
  };
  // This event does not bubble.
  document.addEventListener('toggle', open, { capture: true });
}

function field(words: string, name: string, settings: Partial<HTMLInputElement>): HTMLElement {
  const input = document.createElement('input');
  Object.assign(input, settings, { name });
  const label = make('label', '', `${words} `);
  label.append(input);
  return label;
}

/** Writes what was typed into the line of the entry with the name of the field. */
function write(input: EventTarget | null, code: Element): void {
  if (!(input instanceof HTMLInputElement) || input.value === '') return;
  // A JSON string is a YAML string too.
  const value = input.name === 'reason' ? JSON.stringify(input.value) : input.value;
  const line = new RegExp(`^(\\s*${input.name}:).*$`, 'm');
  code.textContent = (code.textContent ?? '').replace(line, (_all, start) => `${start} ${value}`);
}
