import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * User and system time of a process and all its descendants, including those that have ended (NaN
 * outside Linux).
 */
export function cpuSeconds(pid) {
  try {
    return ticks(pid) / TICKS_PER_SECOND;
  } catch {
    return NaN;
  }
}

/** The process that started this one. */
export function parentOf(pid) {
  return statOf(pid)[1];
}

function ticks(pid) {
  const [, , ...fields] = statOf(pid);
  const [user, system, childrenUser, childrenSystem] = fields.slice(9, 13);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean);
  const living = children.map((child) => {
    try {
      return ticks(Number(child));
    } catch {
      return 0; // The child has just ended; its parent accounts for its time.
    }
  });
  return user + system + childrenUser + childrenSystem + living.reduce((sum, time) => sum + time, 0);
}

/** The fields of `/proc/PID/stat` after the program's name: state, parent, ... */
function statOf(pid) {
  const [state, ...numbers] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
  return [state, ...numbers.map(Number)];
}
