import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_TURNS, NUMBERS, TURNS } from '../../src/shared/config/setting-bounds.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { allAt, numbers } from './all-at.js';
import { about, problems } from './problems.js';
import { COMPANIONS, TEXT_SETTINGS } from './text-settings.js';

const source = readFileSync(join(packageRoot, 'src/shared/config/settings.ts'), 'utf8');
/** Every setting that the service reads. */
const names = [
  ...new Set(Array.from(source.matchAll(/from\.(?!wrong)\w+\(\s*'([A-Z0-9_]+)'/g), ([, name]) => name!)),
];
const isNumber = (name: string) => name in NUMBERS || name in TURNS;

describe('[D-177] the bounds of settings', () => {
  const smallest = allAt('min');
  const largest = allAt('max');

  it('are known of every setting', () => {
    expect(names.filter(isNumber).sort()).toEqual([...Object.keys(NUMBERS), ...Object.keys(TURNS)].sort());
    expect(names.filter((name) => !isNumber(name)).sort()).toEqual(Object.keys(TEXT_SETTINGS).sort());
  });

  it('work together, all at the smallest and all at the largest', () => {
    expect(problems(smallest)).toEqual([]);
    // Both listeners have the largest port.
    expect(problems({ ...largest, HOST: '127.0.0.1', METRICS_HOST: '::1' })).toEqual([]);
  });

  it.each(numbers)('hold %s', (name, { min, max }) => {
    const refusal = [`${name} must be an integer ${min}..${max}`];
    for (const value of [min - 1, `${min}.5`, 'ten', '0x50']) {
      expect([value, problems({ ...smallest, [name]: String(value) })]).toEqual([value, refusal]);
    }
    for (const value of [max + 1, 2_147_483_647, 99_999_999_999, '9'.repeat(400)]) {
      expect([value, problems({ ...smallest, [name]: String(value) })]).toEqual([value, refusal]);
    }
  });

  it.each(Object.keys(TURNS))('hold %s', (name) => {
    for (const value of ['1/1', `${MAX_TURNS}/${MAX_TURNS}`]) expect(problems({ [name]: value })).toEqual([]);
    const refusal = [`${name} must be ACCOUNT/PROCESS, two integers 1..${MAX_TURNS}`];
    for (const value of [
      '0/1',
      '1/0',
      `${MAX_TURNS + 1}/1`,
      `1/${MAX_TURNS + 1}`,
      '4',
      '1/1/1',
      '-1/2',
      'a/b',
    ]) {
      expect([value, problems({ [name]: value })]).toEqual([value, refusal]);
    }
  });

  it.each(Object.entries(TEXT_SETTINGS))('hold %s', (name, { good, bad }) => {
    for (const value of good)
      expect([value, problems({ ...COMPANIONS, [name]: value })]).toEqual([value, []]);
    for (const value of bad)
      expect([value, problems({ ...COMPANIONS, [name]: value })]).toEqual([value, about(name)]);
  });

  it('hold a time-out below another one, which the default follows', () => {
    const seconds = (statement: number, lock?: number, idle?: number) => ({
      DATABASE_STATEMENT_TIMEOUT_SECONDS: String(statement),
      DATABASE_LOCK_TIMEOUT_SECONDS: String(lock ?? ''),
      DATABASE_IDLE_TIMEOUT_SECONDS: String(idle ?? ''),
    });
    for (const good of [seconds(1), seconds(3600), seconds(9, 9, 9), seconds(9, 2)])
      expect(problems(good)).toEqual([]);
    expect(problems(seconds(9, 10))).toEqual([
      'DATABASE_LOCK_TIMEOUT_SECONDS must not be more than DATABASE_STATEMENT_TIMEOUT_SECONDS, which is 9',
    ]);
    expect(problems(seconds(9, 8, 9))).toEqual([
      'DATABASE_IDLE_TIMEOUT_SECONDS must not be more than DATABASE_LOCK_TIMEOUT_SECONDS, which is 8',
    ]);
  });

  it('keep the two listeners apart', () => {
    const same = { PORT: '3000', METRICS_PORT: '3000' };
    expect(problems(same)).toEqual(['METRICS_PORT must differ from PORT']);
    expect(problems({ ...same, HOST: '::1', METRICS_HOST: '::1' })).toEqual(about('METRICS_PORT'));
    expect(problems({ ...same, HOST: '::1', METRICS_HOST: '127.0.0.1' })).toEqual([]);
  });
});

describe('the table of settings in the README', () => {
  const rows = new Map(
    readFileSync(join(packageRoot, 'README.md'), 'utf8')
      .split('## Settings')[1]!
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((line) => cellsOf(line)),
  );

  it('has every setting, and no other', () => {
    expect([...rows.keys()].sort()).toEqual([...names].sort());
  });

  it.each(numbers)('has default and bounds of %s', (name, { byDefault, min, max }) => {
    expect(rows.get(name)).toEqual({ byDefault: String(byDefault), bounds: `${min}..${max}` });
  });

  it.each(Object.entries(TURNS))('has default and bounds of %s', (name, { account, process }) => {
    expect(rows.get(name)).toEqual({ byDefault: `${account}/${process}`, bounds: `1..${MAX_TURNS}` });
  });
});

/** A row may hold several settings, whose defaults and bounds stand in the same order, or once for all. */
function cellsOf(line: string): [string, { byDefault: string; bounds: string }][] {
  const [, variables = '', defaults = '', bounds = ''] = line.split('|').map((cell) => cell.trim());
  const of = (cell: string, at: number) => {
    const parts = cell.replace(/ each$/, '').split(', ');
    return (parts[at] ?? parts[0]!).replace(/ \(off\)$/, '');
  };
  return Array.from(variables.matchAll(/`(\w+)`/g), ([, name], at) => [
    name!,
    { byDefault: of(defaults, at), bounds: of(bounds, at) },
  ]);
}
