import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { Registry } from 'prom-client';
import { Jobs } from '../../src/schedule/jobs.js';
import { JobMetrics } from '../../src/shared/metrics/job-metrics.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { scrape, type Sample } from './scrape.js';

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

const FOLDER = join(packageRoot, 'deploy/observability');
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const dashboard = JSON.parse(read('grafana/dashboard.json')) as { panels: Panel[] };
const { groups } = load(read('alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** Metrics that Prometheus, Patroni and PowerDNS make. */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  up: [],
  patroni_primary: ['scope'],
  patroni_replica: ['scope'],
  patroni_xlog_location: ['scope'],
  patroni_xlog_replayed_location: ['scope'],
  pdns_auth_servfail_packets: [],
};
const LABELS_OF_PROMETHEUS = ['instance', 'job', 'le', 'scope'];
const WORDS =
  /^(?:by|on|and|or|unless|ignoring|group_left|group_right|absent|max_over_time|vector|time|rate|increase|changes|sum|min|max|count|topk|sort_desc|histogram_quantile|le)$/;

let app: TestApp;
let labelsOf: Map<string, readonly string[]>;
let samples: Sample[];
beforeAll(async () => {
  app = await startApp({ METRICS_PORT: '9' });
  for (const job of app.app.get(Jobs).all()) app.app.get(JobMetrics).announce(job);
  await fetch(`${app.url}/v4/regions`);
  samples = await scrape(app);
  labelsOf = new Map(app.app.get(Registry).getMetricsAsArray().flatMap(seriesOf));
});
afterAll(() => app.close());

/** The names under which a metric's samples come, with their labels. */
function seriesOf(metric: object): [string, readonly string[]][] {
  const { name, labelNames = [], ...more } = metric as { name: string; labelNames?: string[]; type?: string };
  const isHistogram = more.type === 'histogram' || 'buckets' in more;
  const names = isHistogram ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name];
  return names.map((one) => [one, labelNames]);
}

/** The metrics of an expression, each with what it asks of its labels. */
function selectors(
  expr: string,
): { name: string; matchers: [label: string, operator: string, value: string][] }[] {
  const grouped = expr.replace(/\b(?:by|on|ignoring) \([^)]*\)/g, '');
  return Array.from(grouped.matchAll(/\b([a-z_]\w*)\b(?:\{([^}]*)\})?(?![="\w(])/g))
    .filter(([, name]) => !WORDS.test(name!) && !isInString(grouped, name!))
    .map(([, name, matchers = '']) => ({
      name: name!,
      matchers: Array.from(matchers.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g), ([, label, operator, value]) => [
        label!,
        operator!,
        value!,
      ]),
    }));
}

/** Whether a word occurs inside matchers and ranges only. */
function isInString(expr: string, word: string): boolean {
  return !expr.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').match(new RegExp(`\\b${word}\\b`));
}

describe('dashboard and alerts', () => {
  it('are there', () => {
    expect(rules.length).toBeGreaterThan(15);
    expect(dashboard.panels.length).toBeGreaterThan(25);
    expect(expressions.every(([, expr]) => selectors(expr).length > 0)).toBe(true);
  });

  it.each(expressions)('%s: every metric and label exists: %s', (_title, expr) => {
    for (const { name, matchers } of selectors(expr)) {
      const labels = labelsOf.get(name) ?? OF_OTHERS[name];
      expect([name, labels]).toEqual([name, expect.any(Array)]);
      const known = [...labels!, ...LABELS_OF_PROMETHEUS];
      for (const [label, operator, value] of matchers) {
        expect(known).toContain(label);
        if (label === 'status' || LABELS_OF_PROMETHEUS.includes(label)) continue;
        const values = samples.filter((one) => one.name === name).map((one) => one.labels[label]!);
        const pattern = new RegExp(`^(?:${value})$`);
        if (values.length > 0 && operator.startsWith('='))
          expect(values.some((one) => pattern.test(one))).toBe(true);
      }
    }
    const asked = selectors(expr).flatMap(({ name }) => labelsOf.get(name) ?? []);
    for (const [, list] of expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)) {
      for (const label of list!.match(/\w+/g) ?? [])
        expect([...asked, ...LABELS_OF_PROMETHEUS]).toContain(label);
    }
  });

  it('no figure of all customers together counts the balancer’s health requests', () => {
    const together = expressions
      .filter(([, expr]) => !/by \([^)]*endpoint/.test(expr))
      .flatMap(([title, expr]) => selectors(expr).map((selector) => ({ title, ...selector })))
      .filter(({ name }) => /^http_request(s_total|_duration)/.test(name));
    expect(together.length).toBeGreaterThan(8);
    for (const { title, matchers } of together)
      expect([title, matchers.join()]).toEqual([title, expect.stringContaining('endpoint,!~,/health/.*')]);
  });

  it('every metric of ours is on the dashboard or in an alert', () => {
    const used = new Set(expressions.flatMap(([, expr]) => selectors(expr).map(({ name }) => name)));
    const unused = app.app
      .get(Registry)
      .getMetricsAsArray()
      .filter(({ name }) => !/^(process|nodejs)_/.test(name))
      .filter((metric) => !seriesOf(metric).some(([name]) => used.has(name)));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });

  it('no two panels overlap, and none leaves the grid', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it('every alert says how urgent it is, and what to do stands in docs/operations.md', () => {
    const operations = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8');
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'warn']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect(operations).toContain(`<a id="${alert.toLowerCase()}"></a>\`${alert}\``);
    }
  });

  it('[D-229] a test fires every alert by a fault', () => {
    const folders = ['test/stack', 'test/scale'].map((folder) => join(packageRoot, folder));
    const files = folders.flatMap((folder) =>
      readdirSync(folder)
        .filter((file) => file.endsWith('alerts.test.ts'))
        .map((file) => readFileSync(join(folder, file), 'utf8')),
    );
    const lists = files.flatMap((text) => [
      ...text.matchAll(/(?:expectAlerts\(\s*|untilFiring\(|names = )\[([^\]]*)\]/g),
    ]);
    const fired = lists.flatMap(([, list]) => Array.from(list!.matchAll(/'(\w+)'/g), ([, name]) => name!));
    expect(fired.sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it('every metric is named in docs/operations.md', () => {
    const operations = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8');
    const names = app.app
      .get(Registry)
      .getMetricsAsArray()
      .map(({ name }) => name);
    for (const name of names.filter((one) => !/^(process|nodejs)_/.test(one)))
      expect(operations).toContain(`\`${name}\``);
  });
});

describe('deploy/observability', () => {
  it('scrapes what the compose file exposes, and mounts what is here', () => {
    const { services } = load(readFileSync(join(packageRoot, 'docker-compose.yml'), 'utf8')) as Composition;
    const { scrape_configs, rule_files } = load(read('prometheus.yml')) as {
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
      rule_files: string[];
    };
    const [{ names, port }] = scrape_configs[0]!.dns_sd_configs as [{ names: string[]; port: number }];
    expect(services[names[0]!]!.environment!.METRICS_PORT).toBe(String(port));
    expect(rule_files).toEqual(['alerts.yml']);
    const added = (load(read('compose.yml')) as Composition).services;
    expect(Object.keys(added)).toEqual(['prometheus', 'alertmanager', 'powerdns', 'grafana']);
    for (const [name, { image, ports = [], volumes = [] }] of Object.entries(added)) {
      expect(services[name]?.image ?? image).toMatch(/:v?\d+\.\d+\.\d+$/);
      for (const one of ports) expect(one).toMatch(/^127\.0\.0\.1:/);
      for (const source of volumes
        .map((volume) => volume.split(':')[0]!)
        .filter((one) => one.startsWith('.'))) {
        expect(readFileSync(join(packageRoot, source), 'utf8')).not.toBe('');
      }
    }
    expect(JSON.stringify(load(read('grafana/datasources.yml')))).toContain('http://prometheus:9090');
    expect(JSON.stringify(load(read('grafana/dashboards.yml')))).toContain('/var/lib/grafana/dashboards');
  });
});

interface Composition {
  readonly services: Record<
    string,
    {
      readonly image?: string;
      readonly environment?: Record<string, string>;
      readonly ports?: string[];
      readonly volumes?: string[];
    }
  >;
}
