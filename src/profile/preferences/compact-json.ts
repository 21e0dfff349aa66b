const WHITESPACE = new Set([' ', '\t', '\n', '\r']);
const END_OF_LITERAL = /[\s,\]}]/g;

/**
 * Removes insignificant white space from JSON. Unlike `JSON.stringify(JSON.parse(text))` it keeps
 * numbers as they were written and the order of keys, of integer-like keys too. Strings get their
 * shortest escapes. If a key is repeated, its last value wins (D-13, D-86).
 * @param text JSON that `JSON.parse` accepts, nested no deeper than the body may be (D-17).
 */
export function compactJson(text: string): string {
  return new CompactJson(text).value();
}

/** Scans the text once. The text is valid JSON, so the scan only finds where each value ends. */
class CompactJson {
  private position = 0;

  constructor(private readonly text: string) {}

  value(): string {
    const first = this.skipWhitespace();
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    if (first === '"') return this.string();
    return this.literal();
  }

  private object(): string {
    // A Map keeps a key's first position and its last value.
    const members = new Map<string, string>();
    this.position += 1;
    while (this.skipWhitespace() !== '}') {
      const key = this.string();
      this.skipWhitespace();
      this.position += 1;
      members.set(key, this.value());
      this.skipComma();
    }
    this.position += 1;
    return `{${Array.from(members, ([key, value]) => `${key}:${value}`).join(',')}}`;
  }

  private array(): string {
    const items: string[] = [];
    this.position += 1;
    while (this.skipWhitespace() !== ']') {
      items.push(this.value());
      this.skipComma();
    }
    this.position += 1;
    return `[${items.join(',')}]`;
  }

  private string(): string {
    const start = this.position;
    let end = start + 1;
    while (this.text[end] !== '"') end += this.text[end] === '\\' ? 2 : 1;
    this.position = end + 1;
    return JSON.stringify(JSON.parse(this.text.slice(start, this.position)));
  }

  private literal(): string {
    END_OF_LITERAL.lastIndex = this.position;
    const end = END_OF_LITERAL.exec(this.text)?.index ?? this.text.length;
    const literal = this.text.slice(this.position, end);
    this.position = end;
    return literal;
  }

  private skipComma(): void {
    if (this.skipWhitespace() === ',') this.position += 1;
  }

  /** The next character that is not white space; '' at the end. */
  private skipWhitespace(): string {
    while (WHITESPACE.has(this.text.charAt(this.position))) this.position += 1;
    return this.text.charAt(this.position);
  }
}
