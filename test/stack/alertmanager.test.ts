import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { load } from 'js-yaml';
import { packageRoot } from '../../src/shared/package-root.js';
import { freePort } from '../support/free-port.js';

const FOLDER = join(packageRoot, 'deploy/observability');

interface Notification {
  readonly status: string;
  readonly alerts: readonly { readonly labels: Readonly<Record<string, string>> }[];
}

it('[D-229] Alertmanager sends a page to the webhook, and keeps back what it makes superfluous', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
  const received: Notification[] = [];
  const webhook = createServer(async (request, response) => {
    received.push((await json(request)) as Notification);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  const { port: webhookPort } = webhook.address() as AddressInfo;
  // Debian's Alertmanager is older than `url_file`.
  const config = readFileSync(join(FOLDER, 'alertmanager.yml'), 'utf8')
    .replace('url_file: /run/secrets/alert_webhook', `url: http://127.0.0.1:${webhookPort}/`)
    .replace('group_wait: 10s', 'group_wait: 1s');
  writeFileSync(join(folder, 'alertmanager.yml'), config);
  const url = `http://127.0.0.1:${await freePort()}`;
  const options = [
    '--config.file=alertmanager.yml',
    '--storage.path=data',
    '--cluster.listen-address=',
    `--web.listen-address=${new URL(url).host}`,
  ];
  const alertmanager = spawn('prometheus-alertmanager', options, { cwd: folder, stdio: 'ignore' });
  const alerts = ['ServiceDown', 'AllReplicasGone'].map((alertname) => ({
    labels: { alertname, severity: 'page' },
  }));
  const sent = () =>
    fetch(`${url}/api/v2/alerts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(alerts),
    }).then(({ ok }) => ok);
  while (!(await sent().catch(() => false))) await setTimeout(50);
  while (received.length === 0) await setTimeout(50);
  expect(
    received.map(({ status, alerts }) => [status, alerts.map(({ labels }) => labels.alertname)]),
  ).toEqual([['firing', ['AllReplicasGone']]]);
  const ended = once(alertmanager, 'exit');
  alertmanager.kill();
  await ended;
  webhook.close();
  rmSync(folder, { recursive: true });
});

it('Prometheus and the compose file name the same Alertmanager', () => {
  const prometheus = load(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8')) as {
    alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
  };
  const compose = load(readFileSync(join(FOLDER, 'compose.yml'), 'utf8')) as {
    services: Record<string, object>;
  };
  const [target] = prometheus.alerting.alertmanagers[0]!.static_configs[0]!.targets;
  expect(Object.keys(compose.services)).toContain(target!.split(':')[0]);
});
