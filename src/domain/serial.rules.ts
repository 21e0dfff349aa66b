const CHANGES_PER_YEAR = 1_000_000;
/** The number of serials: they have 32 bits (RFC 1982). */
const SERIALS = 2 ** 32;

/**
 * Returns the minimum serial of a zone that changes at `now`: the first one of that year (D-106).
 */
export function yearSerial(now: Date): number {
  return now.getUTCFullYear() * CHANGES_PER_YEAR + 1;
}

/** Returns the serial of a zone after a change, as `nextSerialSql` does (D-106). */
export function nextSerial(last: number, least: number): number {
  return Math.max((last + 1) % SERIALS, least);
}

/** Whether a serial comes after another one (RFC 1982). */
export function isLater(serial: number, other: number): boolean {
  const distance = (serial - other + SERIALS) % SERIALS;
  return distance > 0 && distance < SERIALS / 2;
}

/**
 * Returns the first serial of an imported zone: the SOA's plus 1 if that is later than the year's
 * first (D-205, RFC 1982). The database raises it above all serials that were served for the name.
 */
export function importedSerial(soaSerial: number, least: number): number {
  const after = (soaSerial + 1) % SERIALS || 1;
  return (after - least + SERIALS) % SERIALS < SERIALS / 2 ? after : least;
}

/**
 * Makes the SQL of a zone's serial after a change (D-106): the last one plus 1, or the first of the
 * year when that is greater. RFC 1982 also counts the latter as later. The year's first follows
 * 4294967295, because a serial is never 0.
 * @param last the column or expression of the last serial
 * @param least the parameter that holds `yearSerial`
 */
export function nextSerialSql(last: string, least: string): string {
  return `greatest((${last} + 1) % ${SERIALS}, ${least})`;
}
