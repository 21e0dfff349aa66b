import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { freePorts } from '../support/free-port.js';
import { Schedule } from '../../src/schedule/schedule.js';
import { serveMetrics } from '../../src/shared/metrics/metrics-server.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount, makeVpc } from '../support/makers.js';

const FOLDER = join(packageRoot, 'deploy/observability');

interface Result {
  readonly status: string;
  readonly error?: string;
  readonly data: { readonly result: readonly { readonly value: readonly [number, string] }[] };
}
interface Rules {
  readonly data: { readonly groups: readonly { readonly rules: readonly Rule[] }[] };
}
interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
  readonly state: string;
}

it('Prometheus accepts its configuration and its alerts', () => {
  for (const [what, file] of [
    ['config', 'prometheus.yml'],
    ['rules', 'alerts.yml'],
  ]) {
    expect(
      execFileSync('promtool', ['check', what!, join(FOLDER, file!)], { stdio: 'pipe' }).toString(),
    ).toContain('SUCCESS');
  }
});

it('[D-229] every alert fires when it has to, and at no other time', () => {
  const file = join(FOLDER, 'alerts.test.yml');
  const printed = execFileSync('promtool', ['test', 'rules', file], { stdio: 'pipe' }).toString();
  expect(printed).toContain('SUCCESS');
  const alerts = [...readFileSync(join(FOLDER, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)];
  const expected = readFileSync(file, 'utf8');
  expect(alerts.filter(([, name]) => !expected.includes(`{alertname="${name}"}`))).toEqual([]);
});

/** Debian's Prometheus with the files that the compose file mounts; only the target is the test's. */
describe('deploy/observability under Prometheus', () => {
  let app: TestApp;
  let folder: string;
  let prometheus: ChildProcess;
  let url: string;

  beforeAll(async () => {
    const [metricsPort, port] = await freePorts(2);
    app = await startApp({ METRICS_PORT: String(metricsPort) });
    await serveMetrics(app.app.get(Registry), { metricsPort: metricsPort!, metricsHost: '127.0.0.1' });
    app.app.get(Schedule).start();
    await makeVpc((await makeAccount(app)).client);
    folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
    cpSync(FOLDER, folder, { recursive: true });
    const config = readFileSync(join(folder, 'prometheus.yml'), 'utf8')
      .replace(
        /(job_name: cloud-account\n +)dns_sd_configs:[^]*/,
        `$1static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }]\n`,
      )
      .replaceAll('15s', '1s');
    writeFileSync(join(folder, 'prometheus.yml'), config);
    url = `http://127.0.0.1:${port}`;
    const options = [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    prometheus = spawn('prometheus', options, { cwd: folder, stdio: 'ignore' });
    while ((await value('up{job="cloud-account"}').catch(() => undefined)) !== 1) await setTimeout(100);
  }, 90_000);

  afterAll(async () => {
    const ended = once(prometheus, 'exit');
    prometheus.kill();
    await ended;
    await app.close();
    rmSync(folder, { recursive: true });
  });

  async function query(expr: string): Promise<Result> {
    const answer = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expr)}`);
    return (await answer.json()) as Result;
  }

  async function value(expr: string): Promise<number | undefined> {
    const [first] = (await query(expr)).data.result;
    return first && Number(first.value[1]);
  }

  it('scrapes every metric', async () => {
    expect(await value('sum(http_requests_total{endpoint="vpc.create",status="200"})')).toBe(1);
    const input = await app.app.get(Registry).metrics();
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    // The library's own names are old.
    const complaints = `${stdout}${stderr}`
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('nodejs_'));
    expect(complaints).toEqual([]);
  });

  it('evaluates every alert; a healthy service raises none', async () => {
    let rules: readonly Rule[] = [];
    while (rules.length === 0 || rules.some(({ health }) => health === 'unknown')) {
      await setTimeout(100);
      const answer = (await (await fetch(`${url}/api/v1/rules`)).json()) as Rules;
      rules = answer.data.groups.flatMap((group) => group.rules);
    }
    expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
    expect(rules.filter(({ state }) => state === 'firing').map(({ name }) => name)).toEqual([]);
  });

  it('evaluates every panel of the dashboard', async () => {
    const { panels } = JSON.parse(readFileSync(join(FOLDER, 'grafana/dashboard.json'), 'utf8')) as Dashboard;
    for (const { title, targets = [] } of panels) {
      for (const { expr } of targets) {
        // As Grafana fills them in.
        const filled = expr
          .replaceAll('$instance', '.*')
          .replaceAll('$__rate_interval', '1m')
          .replaceAll('$__range', '1h');
        const { status, error } = await query(filled);
        expect({ title, status, error }).toEqual({ title, status: 'success', error: undefined });
      }
    }
  });
});

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets?: readonly { readonly expr: string }[];
  }[];
}
