import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts, Program, startProxy, untilReady } from '../../stack/programs.js';

/** A load balancer in front of one replica. */
export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** Debian's nginx as the compose file runs it. */
export async function startNginx(replica: number, folder: string): Promise<Proxy> {
  const [customers, platform] = (await freePorts(2)) as [number, number];
  const program = await startProxy({ customers, platform, replicas: [replica] }, folder);
  return { port: customers, stop: () => program.stop() };
}

/** Debian's haproxy, which gives a connection to the replica to whoever comes next: the worst case for smuggling. */
export async function startHaproxy(replica: number, folder: string): Promise<Proxy> {
  const [port] = (await freePorts(1)) as [number];
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s
  option forwardfor
frontend customers
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  http-reuse always
  server replica 127.0.0.1:${replica}
`,
  );
  const child = spawn('haproxy', ['-f', file, '-db'], { stdio: 'ignore' });
  await Promise.race([untilReady(`http://127.0.0.1:${port}`), once(child, 'exit')]);
  const program = new Program(child);
  return { port, stop: () => program.stop() };
}
