/**
 * Parses a number of a path: decimal 1..9007199254740991 without sign or leading zero (D-08).
 * @returns undefined for anything else
 */
export function pathId(text: string): number | undefined {
  if (!/^[1-9]\d{0,15}$/.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}
