const LONE_SURROGATE = /\p{Surrogate}/u;
// Controls (C0, DEL, C1) and the line separators U+2028, U+2029.
// eslint-disable-next-line no-control-regex
const NOT_PRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// eslint-disable-next-line no-control-regex
const NOT_PRINTABLE_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Counts characters as the spec does: Unicode code points (D-11). */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00)
      length--;
  }
  return length;
}

/** Whether PostgreSQL can store the text: no U+0000, no lone surrogate (D-11). */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !LONE_SURROGATE.test(text);
}

/** Whether all characters are printable (D-12); with `lines`, line breaks and tabs too. */
export function isText(text: string, { lines }: { lines: boolean }): boolean {
  return !(lines ? NOT_PRINTABLE_IN_LINES : NOT_PRINTABLE).test(text);
}
