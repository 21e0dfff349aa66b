const CHANGES_PER_YEAR = 1_000_000;

/** The serial of a zone made in `year` (D-106). */
export function firstSerial(year: number): number {
  return year * CHANGES_PER_YEAR + 1;
}

/** The serial after a change: always later than `last`, also in RFC 1982's arithmetic (D-106). */
export function nextSerial(last: number, year: number): number {
  return Math.max(last + 1, firstSerial(year));
}
