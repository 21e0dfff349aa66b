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
