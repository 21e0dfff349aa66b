import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** User and system time so far of a process, its children and theirs, those that ended among them (Linux; elsewhere NaN). */
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
      return 0; // It has just ended; its parent has its time.
    }
  });
  return user + system + childrenUser + childrenSystem + living.reduce((sum, time) => sum + time, 0);
}

/** The fields after the program's name: state, parent, ... */
function statOf(pid) {
  const [state, ...numbers] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1).split(' ');
  return [state, ...numbers.map(Number)];
}
