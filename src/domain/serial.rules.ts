const CHANGES_PER_YEAR = 1_000_000;
/** Serials have 32 bits (RFC 1982). */
const SERIALS = 2 ** 32;

/** The lowest serial that a change may give a zone at `now`: the first one of that year (D-106). */
export function yearSerial(now: Date): number {
  return now.getUTCFullYear() * CHANGES_PER_YEAR + 1;
}

/** The serial of a zone after a change, as `nextSerialSql` gives it (D-106). */
export function nextSerial(last: number, least: number): number {
  return Math.max((last + 1) % SERIALS, least);
}

/** Whether a serial comes after another one (RFC 1982). */
export function isLater(serial: number, other: number): boolean {
  const distance = (serial - other + SERIALS) % SERIALS;
  return distance > 0 && distance < SERIALS / 2;
}

/**
 * The first serial of an imported zone: one more than the SOA's, if that is later than the year's first (D-205,
 * RFC 1982). The database raises it above all serials that were served for the name.
 */
export function importedSerial(soaSerial: number, least: number): number {
  const after = (soaSerial + 1) % SERIALS || 1;
  return (after - least + SERIALS) % SERIALS < SERIALS / 2 ? after : least;
}

/**
 * SQL: the serial of a zone after a change (D-106). One more than the last one, or the first of the year when that is
 * greater, which RFC 1982 also counts as later. After 4294967295 it continues with the year's first: 0 is never used.
 * @param last the column or expression of the last serial
 * @param least the parameter that holds `yearSerial`
 */
export function nextSerialSql(last: string, least: string): string {
  return `greatest((${last} + 1) % ${SERIALS}, ${least})`;
}
