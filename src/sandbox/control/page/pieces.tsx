/** Pieces of the page: panels, forms and lists. A form field of a page that a script draws. */
import type { InputHTMLAttributes, ComponentChildren } from 'preact';

export type Values = Readonly<Record<string, string>>;

function readValues(form: HTMLFormElement): Values {
  const entries = Array.from(new FormData(form), ([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : value.name,
  ]);
  return Object.fromEntries(entries);
}

/** The value of an option, and its text if that differs. */
export type Option = readonly [value: string, text?: string];

export function toOptions(values: readonly (string | number)[]): Option[] {
  return values.map((value) => [String(value)]);
}

type FieldProps = InputHTMLAttributes & {
  readonly label: string;
  readonly name: string;
  readonly options?: readonly Option[];
  readonly onChoice?: (value: string) => void;
};

/** A field with its label: a select if it has options, otherwise an input. */
export function Field({ label, options, onChoice, ...input }: FieldProps) {
  const select = (
    <select name={input.name} onInput={(event) => onChoice?.(event.currentTarget.value)}>
      {options?.map(([value, text = value]) => (
        <option value={value}>{text}</option>
      ))}
    </select>
  );
  return (
    <label>
      {label} {options === undefined ? <input autocomplete="off" {...input} /> : select}
    </label>
  );
}

interface PanelProps {
  /** The heading; also the id, in lower case. */
  readonly title: string;
  readonly children: ComponentChildren;
}

export function Panel({ title, children }: PanelProps) {
  const id = title.toLowerCase();
  return (
    <section id={id} class="panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

interface FormProps {
  readonly id?: string;
  readonly fields: readonly FieldProps[];
  readonly button: string;
  readonly onSubmit: (values: Values) => void;
}

export function Form({ id, fields, button, onSubmit }: FormProps) {
  const submit = (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    onSubmit(readValues(event.currentTarget));
  };
  return (
    <form id={id} class="filters line" onSubmit={submit}>
      {fields.map(Field)}
      <button>{button}</button>
    </form>
  );
}

export interface Rule {
  /** What the button removes, for screen readers. */
  readonly name: string;
  readonly text: ComponentChildren;
  readonly remove: () => void;
}

/** A list of rules with a button that removes each of them, or a note that there are none. */
export function RuleList({
  rules,
  none,
}: {
  readonly rules: readonly Rule[];
  readonly none: string;
}) {
  return (
    <ul class="plain rows">
      {rules.length === 0 && <li class="soft">{none}</li>}
      {rules.map(({ name, text, remove }) => (
        <li class="rule">
          <span>{text}</span>
          <button aria-label={`Remove ${name}`} onClick={remove}>
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

export function formatTime(time: number | string): string {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}
