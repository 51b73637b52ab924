/** A form field of a page that a script draws. */
import type { InputHTMLAttributes } from 'preact';

/** The values of a form's fields, by their names. */
export type Values = Readonly<Record<string, string>>;

export function readValues(form: HTMLFormElement): Values {
  const entries = Array.from(new FormData(form), ([name, value]) => [
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

export type FieldProps = InputHTMLAttributes & {
  readonly label: string;
  readonly name: string;
  /** The options of a select. */
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
