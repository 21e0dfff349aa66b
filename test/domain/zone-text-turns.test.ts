import { readZoneText } from '../../src/domain/zone-text/zone-text.rules.js';

const MIB = 1024 * 1024;

/** How often the event loop turns while the text is read. */
async function turnsWhile(text: string): Promise<number> {
  let [turns, isDone] = [0, false];
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await readZoneText(text, 'example.com').finally(() => (isDone = true));
  return turns;
}

describe('[D-242] a text of 4 MiB lets others run while it is read', () => {
  it.each<[string, string]>([
    ['blank lines', '\n'.repeat(4 * MIB)],
    ['lines of blanks', ' \n'.repeat(2 * MIB)],
    ['comments', `;${'x'.repeat(78)}\n`.repeat((4 * MIB) / 80)],
    ['empty comments', ';\n'.repeat(2 * MIB)],
    ['empty parentheses', '()\n'.repeat(MIB)],
    ['lines that are not readable', ')\n'.repeat(2 * MIB)],
    ['records that cannot be stored', 'x HINFO\n'.repeat(11_000) + '\n'.repeat(3 * MIB)],
    ['long texts', `x TXT "${'x'.repeat(60_000)}"\n`.repeat(60)],
  ])('%s', async (_, text) => {
    expect(await turnsWhile(text)).toBeGreaterThanOrEqual(8);
  });
});

describe('[D-242] a text of 4 MiB takes bounded memory', () => {
  it.each<[string, string]>([
    ['records', 'a A 1.1.1.1\n'.repeat((4 * MIB) / 12)],
    ['records that cannot be stored', 'a X\n'.repeat(MIB)],
    ['sets that cannot be stored', Array.from({ length: 400_000 }, (_, n) => `${n} A x\n`).join('')],
    ['SOA records', 'a SOA\n'.repeat((4 * MIB) / 6)],
    ['lines that are not readable', '$X\n'.repeat((4 * MIB) / 3)],
    ['parentheses', ')\n'.repeat(2 * MIB)],
  ])('12,000 %s are kept, and no more', async (_, text) => {
    const read = await readZoneText(text, 'example.com');
    const { records, excluded, unstorable, unstorableSets, unreadable, hasTooMany } = read;
    expect(hasTooMany).toBe(true);
    const kept = [records, excluded, unstorable, [...unstorableSets], unreadable].map(({ length }) => length);
    expect(Math.max(...kept)).toBeLessThanOrEqual(12_001);
    expect(kept.filter((length) => length > 0).length).toBeLessThanOrEqual(2);
  });
});
