import { connect, createServer } from 'node:net';

/**
 * A proxy before the database that counts round trips: how many times a client sends after it
 * received.
 * @returns `url`, the database through the proxy; `count()`; `close()`
 */
export async function countFlights(databaseUrl) {
  const url = new URL(databaseUrl);
  const { hostname: host, port } = url;
  let count = 0;
  const server = createServer((client) => {
    const database = connect({ host, port: Number(port), noDelay: true });
    let hasReceived = true;
    client.setNoDelay(true).on('data', (bytes) => {
      if (hasReceived) count++;
      hasReceived = false;
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      hasReceived = true;
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ])
      one.on('close', () => other.destroy()).on('error', () => other.destroy());
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.host = `127.0.0.1:${server.address().port}`;
  return { url: url.href, count: () => count, close: () => server.close() };
}
