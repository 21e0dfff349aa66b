import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

interface Bill {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string; readonly version: string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the bill of materials has every direct dependency and no development package', () => {
  const file = join(folder, 'sbom.cdx.json');
  execFileSync(process.execPath, [join(packageRoot, 'scripts/sbom.mjs'), file]);
  const bill = read<Bill>(file);
  const { dependencies, optionalDependencies, devDependencies } =
    read<Record<string, Record<string, string>>>(join(packageRoot, 'package.json'));
  const names = new Set(bill.components.map(({ name }) => name));
  expect(bill.bomFormat).toBe('CycloneDX');
  expect(Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !names.has(name))).toEqual([]);
  expect(['jest', 'eslint', 'typescript'].filter((name) => name in devDependencies! && names.has(name))).toEqual([]);
  const refs = new Set(bill.dependencies.map(({ ref }) => ref));
  expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
});

it('the packages that would report home are told not to', () => {
  const { scarfSettings } = read<{ scarfSettings: object }>(join(packageRoot, 'package.json'));
  expect(scarfSettings).toEqual({ enabled: false });
  expect(readFileSync(join(packageRoot, 'redocly.yaml'), 'utf8')).toMatch(/^telemetry: off$/m);
  expect(readFileSync(join(packageRoot, 'deploy/s3/start'), 'utf8')).toContain('-master.telemetry=false');
});

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}
