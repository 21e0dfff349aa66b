import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, freePorts } from '../../support/free-port.js';
import { Program, startProxy, untilReady } from '../../stack/programs.js';

/** A load balancer in front of one replica. */
export interface Proxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** The load balancer of the compose file. */
export async function startBalancer(replica: number, folder: string): Promise<Proxy> {
  const [customers, platform] = (await freePorts(2)) as [number, number];
  const program = await startProxy({ customers, platform, replicas: [replica] }, folder);
  return { port: customers, stop: () => program.stop() };
}

/** Debian's nginx, which keeps a few connections to the replica for all clients. */
export async function startNginx(replica: number, folder: string): Promise<Proxy> {
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const http = [
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${folder}/${name};`),
    `upstream api { server 127.0.0.1:${replica}; keepalive 2; }`,
    `server { listen 127.0.0.1:${port}; location / {`,
    "proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection '';",
    'proxy_set_header X-Forwarded-For $remote_addr; } }',
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { ${http.join(' ')} }`,
  );
  return started('nginx', ['-e', `${folder}/error.log`, '-c', file], port);
}

/** Debian's haproxy, which gives a connection to the replica to whoever comes next: the worst case for smuggling. */
export async function startHaproxy(replica: number, folder: string): Promise<Proxy> {
  const port = await freePort();
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
  return started('haproxy', ['-f', file, '-db'], port);
}

async function started(program: string, args: readonly string[], port: number): Promise<Proxy> {
  const child = spawn(program, args, { stdio: 'ignore' });
  await Promise.race([untilReady(`http://127.0.0.1:${port}`), once(child, 'exit')]);
  const running = new Program(child);
  return { port, stop: () => running.stop() };
}
