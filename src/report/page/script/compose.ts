/** Writes the reason and the date that were typed into the entry to copy. */
import { all } from './elements.ts';

/** Listens to the fields of every entry. */
export function startComposing(): void {
  for (const place of all(document, '[data-accept]', HTMLElement)) {
    const code = place.parentElement?.querySelector('.command code');
    if (!code) continue;
    for (const label of all(place, 'label', HTMLLabelElement)) label.hidden = false;
    place.addEventListener('input', (event) => {
      const field = event.target;
      if (!(field instanceof HTMLInputElement) || field.value === '') return;
      // A JSON string is a YAML string too.
      const value = field.name === 'reason' ? JSON.stringify(field.value) : field.value;
      const line = new RegExp(`^(\\s*${field.name}:).*$`, 'm');
      code.textContent = (code.textContent ?? '').replace(line, (_all, name) => `${name} ${value}`);
    });
  }
}
