// Prints a rule, its code and its tests: npm run where D-33, npm run where "VPCs rule 2".
import { readCitations, readRules } from './rules.mjs';

const id = process.argv.slice(2).join(' ');
const rules = readRules();
const rule = rules.find((one) => one.id.toLowerCase() === id.toLowerCase());
if (!rule) {
  console.error(
    id ? `No rule ${id} in docs/rules.` : 'Usage: npm run where D-33, npm run where "VPCs rule 2"',
  );
  process.exit(1);
}

console.log(
  `${rule.id} · ${rule.title}${rule.built ? '' : ' (not built yet)'}\n${rule.page}:${rule.line}\n\n${rule.text}`,
);
print('Code', ['src', 'migrations', 'start.mjs', 'deploy', 'bench'], () => true);
print('Tests', ['test'], ({ file }) => !file.endsWith('.md'));
print(
  'Docs',
  ['docs', 'README.md', 'test/README.md'],
  ({ file, line }) => file !== rule.page || line !== rule.line,
);

function print(title, places, shown) {
  const sections = rules.map((one) => one.id);
  const found = readCitations(places, sections).filter(
    (citation) => citation.rule === rule.id && shown(citation),
  );
  console.log(`\n${title}: ${found.length}`);
  for (const { file, line, text } of found) console.log(`  ${file}:${line}  ${text}`);
}
