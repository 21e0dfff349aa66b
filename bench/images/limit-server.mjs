// The limit of an upload: a bare server that processes the bytes in the same way (inflate, SHA-256,
// write, sync, rename), without database, lease and access check. DELETE removes a file. Prints its
// address.
import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';

const BATCH = 1024 * 1024;
const folder = process.argv[2];

const server = createServer({ requestTimeout: 0 }, async (request, response) => {
  const path = join(folder, 'limit');
  if (request.method === 'DELETE') {
    await rm(path);
    response.end();
    return;
  }
  const file = await open(`${path}.part`, 'wx');
  const hash = createHash('sha256');
  const gunzip = createGunzip({ chunkSize: BATCH });
  let inflated = 0;
  gunzip.on('data', (piece) => (inflated += piece.length));
  let gathered = [];
  let bytes = 0;
  let previous = Promise.resolve();
  const flush = async () => {
    const batch = Buffer.concat(gathered);
    [gathered, bytes] = [[], 0];
    hash.update(batch);
    await previous;
    previous = Promise.all([file.write(batch), new Promise((resolve) => gunzip.write(batch, resolve))]);
  };
  for await (const chunk of request) {
    gathered.push(chunk);
    bytes += chunk.length;
    if (bytes >= BATCH) await flush();
  }
  await flush();
  await previous;
  gunzip.end();
  await finished(gunzip);
  await file.sync();
  await file.close();
  await rename(`${path}.part`, path);
  response.end(JSON.stringify({ inflated, sha256: hash.digest('hex') }));
});
server.listen(0, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}`));
process.on('SIGTERM', () => process.exit(0));
