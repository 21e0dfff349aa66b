const CHANGES_PER_YEAR = 1_000_000;

/**
 * The least serial of a zone in `year`: that of a zone made then; each change takes this or the last plus one, whichever
 * is greater, which is later in RFC 1982's arithmetic too (D-106).
 */
export function firstSerial(year: number): number {
  return year * CHANGES_PER_YEAR + 1;
}
