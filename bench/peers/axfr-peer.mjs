// A nameserver that answers each AXFR with a zone of 12,000 records. It builds the messages in
// advance, so an answer costs next to nothing. It compresses names as nameservers do: each ends in
// a pointer to the question's name.
import { createServer } from 'node:net';
import { FULL } from '../rows/zones.mjs';

const PER_MESSAGE = 500;
const TYPES = { SOA: 6, A: 1, CNAME: 5, MX: 15, TXT: 16, AAAA: 28 };
const QUESTION = 12;
const TO_QUESTION = Buffer.of(0xc0, QUESTION);
const [address] = process.argv.slice(2);

const soa = record(
  Buffer.alloc(0),
  'SOA',
  Buffer.concat([name('ns1.example.net'), name('admin.example.com'), words(7, 14400, 14400, 1209600, 3600)]),
);
const records = Array.from({ length: FULL }, (_, i) => recordOf(i));
const messages = [];
for (let from = 0; from < FULL; from += PER_MESSAGE) messages.push(records.slice(from, from + PER_MESSAGE));
const answers = [[soa], ...messages, [soa]].map((list) => ({
  count: list.length,
  bytes: Buffer.concat(list),
}));

createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (query) => {
    const question = query.subarray(2 + QUESTION, query.indexOf(0, 2 + QUESTION) + 5);
    const head = Buffer.from([query[2], query[3], 0x84, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
    for (const { count, bytes } of answers) {
      head.writeUInt16BE(count, 6);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(head.length + question.length + bytes.length);
      socket.write(Buffer.concat([length, head, question, bytes]));
    }
  });
}).listen(53, address, () => console.log('http://localhost:53'));
process.on('SIGTERM', () => process.exit(0));

function recordOf(n) {
  const owner = label(`h${n}`);
  switch (n % 10) {
    case 0:
      return record(
        owner,
        'AAAA',
        Buffer.concat([Buffer.from('20010db8', 'hex'), Buffer.alloc(8), words(n)]),
      );
    case 1:
      return record(owner, 'TXT', label(`site-verification=${n}`));
    case 2:
      return record(owner, 'MX', Buffer.concat([Buffer.of(0, 10), name('mail.example.net')]));
    case 3:
      return record(owner, 'CNAME', name('www.example.net'));
    default:
      return record(owner, 'A', Buffer.of(192, 0, 2, n % 250));
  }
}

function record(owner, type, data) {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(TYPES[type], 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(3600, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, TO_QUESTION, head, data]);
}

function label(text) {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
}

function name(text) {
  return Buffer.concat([...text.split('.').map(label), Buffer.of(0)]);
}

function words(...values) {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, i) => bytes.writeUInt32BE(value, 4 * i));
  return bytes;
}
