type Item = string | number | boolean;

/** A Dictionary of Structured Fields (RFC 9651) whose members are all true: the parameters of each, by its key. */
export function parseDictionary(text: string): Record<string, Record<string, Item>> {
  const found: Record<string, Record<string, Item>> = {};
  let rest = text;
  const take = (form: RegExp): string => {
    const [match] = form.exec(rest) ?? [];
    if (match === undefined) throw new Error(`no dictionary at: ${rest}`);
    rest = rest.slice(match.length);
    return match;
  };
  while (rest !== '') {
    const parameters: Record<string, Item> = {};
    found[take(/^[a-z*][a-z0-9_.*-]*/)] = parameters;
    while (rest.startsWith(';')) {
      const name = take(/^;[a-z*][a-z0-9_.*-]*/).slice(1);
      parameters[name] = rest.startsWith('=') ? itemOf(take(ITEM).slice(1)) : true;
    }
    if (rest !== '') take(/^, (?=.)/);
  }
  return found;
}

const ITEM =
  /^=(?:\?[01]|-?\d{1,15}|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"|%"(?:[\x20\x21\x23\x24\x26-\x7e]|%[0-9a-f]{2})*")/;

function itemOf(text: string): Item {
  if (text.startsWith('?')) return text === '?1';
  if (text.startsWith('"')) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return text.startsWith('%"') ? decodeURIComponent(text.slice(2, -1)) : Number(text);
}
