import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../support/free-port.js';
import { packageRoot } from '../../src/shared/package-root.js';

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };
const SCRAPE = '500ms';

/**
 * Debian's Prometheus with the alerts of `deploy/observability`, sixty times faster: a minute of an alert lasts a second. What a
 * test can't do in that time keeps more of it.
 */
export class Watch {
  private readonly folder = mkdtempSync(join(tmpdir(), 'watch-'));
  private url = '';
  private program!: ChildProcess;

  /** @param ports of the service's replicas, which run. */
  static async start(...ports: readonly number[]): Promise<Watch> {
    const watch = new Watch();
    await watch.run(ports);
    return watch;
  }

  /** The addresses that discovery gives from now on. */
  targets(job: string, ...ports: readonly number[]): void {
    const file = join(this.folder, `targets/${job}.json`);
    // Prometheus reads the file when it changes, and must not read half of it.
    writeFileSync(`${file}.new`, JSON.stringify([{ targets: ports.map((port) => `127.0.0.1:${port}`) }]));
    renameSync(`${file}.new`, file);
  }

  /** The names of the alerts that fire. */
  async firing(): Promise<string[]> {
    const samples = await this.query('group by (alertname) (ALERTS{alertstate="firing"})');
    return samples.map(({ metric }) => metric.alertname!).sort();
  }

  async value(expr: string): Promise<number | undefined> {
    const [first] = await this.query(expr);
    return first && Number(first.value[1]);
  }

  /** Resolves when the expression has this value. */
  async until(expr: string, value: number): Promise<void> {
    while ((await this.value(expr)) !== value) await setTimeout(50);
  }

  /** Resolves when all of these alerts have fired after the fault; none did just before it. */
  async expectAlerts<Result>(names: readonly string[], fault: () => Promise<Result>): Promise<Result> {
    while ((await this.firing()).some((name) => names.includes(name))) await setTimeout(100);
    const result = await fault();
    await this.untilFiring(names);
    return result;
  }

  /** Resolves when each of these alerts has fired since the call. */
  async untilFiring(names: readonly string[]): Promise<void> {
    const missing = new Set(names);
    for (;;) {
      for (const name of await this.firing()) missing.delete(name);
      if (missing.size === 0) return;
      await setTimeout(100);
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.program, 'exit');
    this.program.kill();
    await ended;
    rmSync(this.folder, { recursive: true });
  }

  private async run(targets: readonly number[]): Promise<void> {
    const port = await freePort();
    const jobs = ['cloud-account', 'powerdns', 'patroni'];
    mkdirSync(join(this.folder, 'targets'));
    this.targets('cloud-account', ...targets);
    for (const job of ['powerdns', 'patroni']) this.targets(job);
    const alerts = join(this.folder, 'alerts.yml');
    writeFileSync(alerts, 'groups: []');
    const configuration = {
      global: { scrape_interval: SCRAPE, scrape_timeout: SCRAPE, evaluation_interval: SCRAPE },
      rule_files: ['alerts.yml'],
      scrape_configs: jobs.map((job) => ({
        job_name: job,
        file_sd_configs: [{ files: [`targets/${job}.json`], refresh_interval: '1s' }],
      })),
    };
    // JSON is YAML.
    writeFileSync(join(this.folder, 'prometheus.yml'), JSON.stringify(configuration));
    const options = [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    this.url = `http://127.0.0.1:${port}`;
    this.program = spawn('prometheus', options, { cwd: this.folder, stdio: 'ignore' });
    while ((await this.value('count(up == 1) or vector(0)').catch(() => undefined)) !== targets.length)
      await setTimeout(50);
    // Prometheus discovers targets seconds after its start, which the alerts would take for an outage.
    writeFileSync(alerts, faster(readFileSync(join(packageRoot, 'deploy/observability/alerts.yml'), 'utf8')));
    this.program.kill('SIGHUP');
  }

  private async query(expr: string): Promise<Sample[]> {
    const answer = await fetch(`${this.url}/api/v1/query?query=${encodeURIComponent(expr)}`);
    return ((await answer.json()) as { data: { result: Sample[] } }).data.result;
  }
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

/** A start takes seconds: the ranges that count starts and replicas keep more of their length. */
function faster(rules: string): string {
  return rules
    .replaceAll('[1h:1m]', '[60s:1s]')
    .replace('[10m:1m]', '[10s:1s]')
    .replace('[15m:15s]', '[600s:200ms]')
    .replace(/(for: |\[)(\d+)([smh])(?=\]|$)/gm, (_, before: string, count: string, unit: string) => {
      return `${before}${(Number(count) * UNIT_SECONDS[unit]! * 1000) / 60}ms`;
    })
    .replace('scheduled_job_interval_seconds) + 300', 'scheduled_job_interval_seconds) + 5')
    .replace('dns_unserved_change_age_seconds) > 120', 'dns_unserved_change_age_seconds) > 2');
}
