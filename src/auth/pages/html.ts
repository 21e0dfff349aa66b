/** Markup that is safe to put into a page. Only `html` creates it. */
export class Html {
  constructor(private readonly markup: string) {}

  toString(): string {
    return this.markup;
  }
}

type Value = Html | readonly Html[] | string | number | false | undefined;

/**
 * Escapes the values of a template, for text and for quoted attributes. `false` and undefined
 * become nothing.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, i) => part + markup(values[i])).join(''));
}

function markup(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (Array.isArray(value)) return value.join('');
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
