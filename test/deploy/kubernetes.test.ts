import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { loadAll } from 'js-yaml';
import ts from 'typescript';
import { readSettings } from '../../src/shared/config/settings.js';
import { publicRoutes } from '../../src/shared/http/routes/public.decorator.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp } from '../support/app.js';

interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
}

interface Container {
  name: string;
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
}

interface Deployment extends Resource {
  spec: {
    template: {
      metadata: { labels: Record<string, string> };
      spec: { containers: { ports: { name: string }[] }[] };
    };
  };
}

interface Service extends Resource {
  spec: {
    clusterIP?: string;
    selector: Record<string, string>;
    ports: { name: string; port: number; targetPort: string }[];
  };
}

interface NetworkPolicy extends Resource {
  spec: {
    podSelector: { matchLabels: Record<string, string> };
    policyTypes: string[];
    ingress: { from: object[]; ports: { port: string }[] }[];
  };
}

interface Ingress extends Resource {
  spec: {
    tls: { hosts: string[] }[];
    rules: {
      host: string;
      http: {
        paths: { path: string; pathType: string; backend: { service: { name: string; port: { name: string } } } }[];
      };
    }[];
  };
}

const text = readFileSync(join(packageRoot, 'deploy/kubernetes/cloud-account.yaml'), 'utf8');
const resources = loadAll(text) as Resource[];
const find = (kind: string) => resources.find((resource) => resource.kind === kind)!;

/** Parsed files of libraries, for all programs of this file. */
const parsed = new Map<string, ts.SourceFile | undefined>();

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
    // The types of libraries are taken as they are.
    skipLibCheck: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return ts.createSourceFile(name, source.join('\n'), ts.ScriptTarget.ES2022);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...rest));
    return parsed.get(name);
  };
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** `apps/v1` for `apps/v1`, `core/v1` for `v1`. */
function moduleOf({ apiVersion }: Resource): string {
  return apiVersion.includes('/') ? `${apiVersion.replace('.k8s.io', '')}.js` : `core/${apiVersion}.js`;
}

describe('deploy/kubernetes', () => {
  it('holds resources that Kubernetes knows, and no other', () => {
    expect(resources.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'Service',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
    ]);
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

  it('lets Prometheus find every replica, and only who must reach a port reaches it', () => {
    const { spec: deployment } = find('Deployment') as Deployment;
    const { metadata, spec } = deployment.template;
    const ports = spec.containers.flatMap((container) => container.ports).map(({ name }) => name);
    const services = resources.filter(({ kind }) => kind === 'Service') as Service[];
    const headless = services.find(({ spec }) => spec.clusterIP === 'None')!;
    const { data } = find('ConfigMap') as Resource & { data: Record<string, string> };
    expect(headless.spec.ports).toEqual([
      { name: 'metrics', port: Number(data.METRICS_PORT), targetPort: 'metrics' },
    ]);
    for (const { spec } of services) {
      expect(metadata.labels).toMatchObject(spec.selector);
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
    const { spec: policy } = find('NetworkPolicy') as NetworkPolicy;
    expect(metadata.labels).toMatchObject(policy.podSelector.matchLabels);
    expect(policy.policyTypes).toEqual(['Ingress']);
    expect(policy.ingress.flatMap((rule) => rule.ports.map(({ port }) => port))).toEqual(ports);
    for (const { from } of policy.ingress) expect(from.length).toBeGreaterThan(0);
  });

  it('leads customers to all paths but those of the platform and of probes', async () => {
    const app = await startApp();
    const controllers = app.app.get(DiscoveryService, { strict: false }).getControllers();
    const routes = publicRoutes(controllers.map(({ metatype }) => metatype as Type));
    const described = (await (await fetch(`${app.url}/openapi.json`)).json()) as { paths: object };
    await app.close();
    const { spec } = find('Ingress') as Ingress;
    const [{ host, http }] = spec.rules as [Ingress['spec']['rules'][0]];
    const paths = [...routes.map(({ path }) => path), ...Object.keys(described.paths)];
    const first = new Set(paths.map((path) => `/${path.split('/')[1]}`));
    first.delete('/platform');
    expect(http.paths.map(({ path }) => path).sort()).toEqual(
      [...first, '/v4beta', '/docs', '/openapi.json'].sort(),
    );
    const services = resources.filter(({ kind }) => kind === 'Service') as Service[];
    for (const { pathType, backend } of http.paths) {
      expect(pathType).toBe('Prefix');
      const service = services.find(({ metadata }) => metadata.name === backend.service.name)!;
      expect(service.spec.ports.map(({ name }) => name)).toContain(backend.service.port.name);
    }
    const { data } = find('ConfigMap') as Resource & { data: Record<string, string> };
    expect(`https://${host}`).toBe(data.PUBLIC_URL);
    expect(spec.tls.flatMap(({ hosts }) => hosts)).toEqual([host]);
  });

  it('[D-127] keeps the addresses of uploads out of the log of the ingress', () => {
    expect(find('Ingress').metadata.annotations).toMatchObject({
      'nginx.ingress.kubernetes.io/enable-access-log': 'false',
    });
  });

  it('[D-176] waits for a stopping replica as long as the compose file does, after the pause before SIGTERM', () => {
    const { spec } = find('Deployment') as Resource & {
      spec: {
        template: {
          spec: {
            terminationGracePeriodSeconds: number;
            containers: { lifecycle: { preStop: { exec: { command: string[] } } } }[];
          };
        };
      };
    };
    const { terminationGracePeriodSeconds, containers } = spec.template.spec;
    const [, pause] = containers[0]!.lifecycle.preStop.exec.command;
    const compose = readFileSync(join(packageRoot, 'docker-compose.yml'), 'utf8');
    const [, seconds] = /finishes running requests[^]*?stop_grace_period: (\d+)s/.exec(compose)!;
    expect(terminationGracePeriodSeconds - Number(pause)).toBeGreaterThanOrEqual(Number(seconds));
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
