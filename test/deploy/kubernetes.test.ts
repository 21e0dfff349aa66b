import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import ts from 'typescript';
import { readSettings } from '../../src/shared/config/settings.js';
import { packageRoot } from '../../src/shared/package-root.js';

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
}

interface Container {
  name: string;
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
}

const text = readFileSync(join(packageRoot, 'deploy/kubernetes/cloud-account.yaml'), 'utf8');
const resources = loadAll(text) as Resource[];
const find = (kind: string) => resources.find((resource) => resource.kind === kind)!;

/** The faults that TypeScript finds with the types of Kubernetes: wrong values, missing members and unknown ones. */
function faultsOf(all: readonly Resource[]): string[] {
  const file = join(packageRoot, 'test/deploy/manifest.ts');
  const source = all.map(
    (resource, index) =>
      `export const r${index}: import('kubernetes-types/${moduleOf(resource)}').${resource.kind} = ${JSON.stringify(resource)};`,
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source.join('\n'), ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** `apps/v1` for `apps/v1`, `core/v1` for `v1`. */
function moduleOf({ apiVersion }: Resource): string {
  return apiVersion.includes('/') ? `${apiVersion}.js` : `core/${apiVersion}.js`;
}

describe('deploy/kubernetes', () => {
  it('holds resources that Kubernetes knows, and no other', () => {
    expect(resources.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service', 'PodDisruptionBudget']);
    expect(faultsOf(resources)).toEqual([]);
  });

  it.each([
    ['an unknown member', { replica: 2 }, `'"replica"' does not exist`],
    ['a wrong type', { replicas: 'two' }, 'not assignable'],
    ['a missing member', { selector: undefined }, "'selector' is missing"],
  ])('the check finds %s', (_name, spec, fault) => {
    const deployment = find('Deployment') as Resource & { spec: object };
    const wrong = { ...deployment, spec: { ...deployment.spec, ...spec } };
    expect(faultsOf([wrong])).toEqual([expect.stringContaining(fault)]);
  });

  it('gives the replicas settings that they accept, and only the one that migrates its role', () => {
    const { spec } = find('Deployment') as Resource & {
      spec: { template: { spec: { initContainers: Container[]; containers: Container[] } } };
    };
    const { data } = find('ConfigMap') as Resource & { data: Record<string, string> };
    const { initContainers, containers } = spec.template.spec;
    const files = (container: Container) =>
      Object.fromEntries(container.env.map(({ name, value }) => [name, value.split('/').at(-1)!]));
    expect(files(initContainers[0]!)).toHaveProperty('DATABASE_MIGRATION_URL_FILE');
    expect(files(containers[0]!)).not.toHaveProperty('DATABASE_MIGRATION_URL_FILE');
    for (const { env, volumeMounts } of [...initContainers, ...containers]) {
      for (const { name, value } of env) {
        expect(name).toMatch(/_FILE$/);
        expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(value.replace(/\/[^/]*$/, ''));
      }
    }
    const key = Buffer.alloc(32).toString('base64');
    const secrets = { DATABASE_URL: 'postgres://cloud_account:x@db/cloud_account', ENCRYPTION_KEY: key };
    expect(readSettings({ ...data, ...secrets })).toMatchObject({ metricsPort: 9464, imageStore: 's3://images' });
  });
});
