import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** User and system time of a process so far (Linux; elsewhere NaN). */
export function processCpuSeconds(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}
