export const DAY_MS = 86_400_000;

/** A date-time of a request (D-09). */
export const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A stored time as the API shows it (spec: date-time).
 * @param time PostgreSQL's text in UTC from a statement (`2026-01-02 03:04:05+00`), or a Date from
 * TypeORM
 */
export function shownTime(time: Date | string): string;
export function shownTime(time: Date | string | null): string | null;
export function shownTime(time: Date | string | null): string | null {
  if (time === null) return null;
  return typeof time === 'string' ? `${time.slice(0, 10)}T${time.slice(11, 19)}` : shownDate(time);
}

/** A Date as the API shows it. */
export function shownDate(date: Date): string {
  return date.toISOString().slice(0, 19);
}

/** The day of a time, in UTC: `2026-01-02`. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/**
 * Parses a date-time of a request (D-09), in UTC unless it has an offset.
 * @returns undefined when it is invalid
 */
export function parseDateTime(text: string): Date | undefined {
  return text.includes('T') ? parseTime(text) : undefined;
}

/** As `parseDateTime`, but also accepts a date, as filters do (D-36). */
export function parseTime(text: string): Date | undefined {
  const match = DATE_TIME.exec(DATE.test(text) ? `${text}T00:00:00` : text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const date = new Date(`${local}Z`);
  // Date accepts 30 February and moves it: require that the time reads back unchanged.
  if (Number.isNaN(date.getTime()) || shownDate(date) !== local) return undefined;
  const moved = zone === undefined ? date : new Date(`${local}${zone}`);
  return moved.getUTCFullYear() > 9999 || moved.getUTCFullYear() < 1 ? undefined : moved;
}
