import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { packageRoot } from '../../src/shared/package-root.js';

/** Phrases that docs/style.md excludes, and that have no honest use in a comment, a page or a title. */
const BANNED =
  /\b(whoever|nobody|somebody|everybody|anybody|told|so many|so long as|for ever|letIn|hears of|tells of|tells no|goes wrong|goes behind|lets in|what reads|hangs? on|one too many)\b/i;

const CODE = [...filesOf('.ts', 'src'), ...filesOf('.mjs', 'scripts', 'bench')];
const PAGES = ['README.md', ...filesOf('.md', 'docs')];
const TESTS = filesOf(
  '.test.ts',
  'test/access',
  'test/api',
  'test/auth',
  'test/conditions',
  'test/database',
  'test/docs',
  'test/http',
  'test/image',
  'test/lists',
  'test/shared',
  'test/vpc',
);

describe('docs/style.md', () => {
  it.each([
    ['comments', CODE, commentsOf],
    ['pages', PAGES, textOf],
    ['titles of tests', TESTS, titlesOf],
  ] as const)('excludes phrases from %s', (_, files, voiceOf) => {
    const found = files.flatMap((file) => {
      const lines = voiceOf(file)
        .replaceAll(/`[^`\n]*`|"[^"\n]*"/g, '')
        .split('\n');
      return lines.filter((line) => BANNED.test(line)).map((line) => `${file}: ${line.trim()}`);
    });
    expect(files.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
  });

  it('limits a line of a comment to 100 characters', () => {
    const files = CODE.filter((file) => file.startsWith('src/'));
    const found = files.flatMap((file) => {
      const lines = commentsOf(file).split('\n');
      return lines.filter((line) => line.length > 100).map((line) => `${file}: ${line.trim()}`);
    });
    expect(found).toEqual([]);
  });
});

/** The comments, with the code on their lines. */
function commentsOf(file: string): string {
  const text = textOf(file);
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    const leading = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
    const trailing = ts.getTrailingCommentRanges(text, node.getEnd()) ?? [];
    for (const { pos, end } of [...leading, ...trailing])
      found.set(pos, text.slice(text.lastIndexOf('\n', pos) + 1, end));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()].join('\n');
}

function titlesOf(file: string): string {
  const titles = textOf(file).matchAll(/\b(?:it|describe)(?:\.\w+)*\(\s*'((?:[^'\\]|\\.)*)'/g);
  return Array.from(titles, ([, title]) => title).join('\n');
}

function textOf(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}

function filesOf(ending: string, ...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
      .filter((file) => file.endsWith(ending))
      .map((file) => join(folder, file)),
  );
}
