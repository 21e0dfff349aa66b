import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGES = 'docs/rules';
const HEADING = /^### (.+?) · (.+)$/;

/** All rules of docs/rules: id, title, position, text, and whether the service implements it. */
export function readRules() {
  return filesBelow([PAGES]).flatMap((page) => {
    const lines = readLines(page);
    return lines.flatMap((line, index) => {
      const [, id, title] = HEADING.exec(line) ?? [];
      if (!id) return [];
      const end = lines.findIndex((other, at) => at > index && /^#+ /.test(other));
      const body = lines.slice(index + 1, end < 0 ? undefined : end).join('\n');
      const text = body.replace('*Not built yet.*', '').trim();
      return [{ id, title, page, line: index + 1, text, built: text === body.trim() }];
    });
  });
}

/**
 * All citations of rules in the given places: `D-33`, `D-29..D-32`, `VPCs rule 2`, `Profile rules 7
 * to 9`, and sections such as `spec: Image status`. `titled` marks `[D-33]`, the form of test
 * titles.
 */
export function readCitations(places, sections) {
  return filesBelow(places).flatMap((file) =>
    readLines(file).flatMap((text, index) =>
      citedIn(text, sections).map((rule) => ({
        rule,
        file,
        line: index + 1,
        text: text.trim(),
        titled: text.includes(`[${rule}]`),
      })),
    ),
  );
}

function citedIn(text, sections) {
  const decisions = /\bD-(\d+)(?:(?:\.\.| to )D-(\d+))?\b/g;
  const numbered = /\b([A-Z]\w+) rules? (\d+)(?: to (\d+))?\b/g;
  const found = [
    ...[...text.matchAll(decisions)].flatMap(([, from, to]) =>
      range(from, to).map((n) => `D-${String(n).padStart(2, '0')}`),
    ),
    ...[...text.matchAll(numbered)].flatMap(([, section, from, to]) =>
      range(from, to).map((n) => `${section} rule ${n}`),
    ),
    ...[...text.matchAll(/spec: (?=[A-Z]|date)(?!\w+ rules? \d)(.*)/g)].flatMap(([, cited]) =>
      section(cited, sections),
    ),
  ];
  return [...new Set(found)];
}

/**
 * The section at the start of the text; for an unknown section the text itself, so that the test
 * reports it.
 */
function section(cited, sections) {
  if (/^(GET|POST|PUT|DELETE) \//.test(cited)) return [];
  const known = sections.filter((name) => cited.startsWith(name)).sort((a, b) => b.length - a.length);
  return [known[0] ?? cited];
}

function range(from, to = from) {
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i);
}

function filesBelow(places) {
  return places.flatMap((place) => {
    if (/\.\w+$/.test(place)) return [place];
    return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|js|sql|md|yml|conf)$/.test(file))
      .sort()
      .map((file) => `${place}/${file}`);
  });
}

function readLines(file) {
  return readFileSync(join(root, file), 'utf8').split('\n');
}
