import { createSocket, Socket } from 'node:dgram';
import { once } from 'node:events';
import { jest } from '@jest/globals';
import { DnsSocket } from '../../src/domain/nameservers/dns-socket.js';

afterEach(() => jest.restoreAllMocks());

const MESSAGE = Buffer.from('0001');
// An address of documentation (RFC 3849), which no host has.
const UNAVAILABLE = { port: 0, address: '2001:db8::1' };

/** The next socket that opens by itself does so with an address that the host does not have. */
function withoutIpv6(): void {
  const { bind } = Socket.prototype;
  const open = jest.spyOn(Socket.prototype, 'bind');
  open.mockImplementationOnce(function (this: Socket) {
    open.mockRestore();
    return bind.call(this, UNAVAILABLE);
  });
}

describe('[D-289] a socket for messages to nameservers', () => {
  it('closes when the host could not open it, so that the job that uses it goes on', async () => {
    const socket = new DnsSocket();
    withoutIpv6();
    expect(await socket.ask({ address: '::1', port: 9 }, () => MESSAGE)).toBeUndefined();
    await socket.close();
  });

  it('still sends all messages of the other family before it closes', async () => {
    const server = createSocket('udp4').bind(0, '127.0.0.1');
    await once(server, 'listening');
    const received = once(server, 'message');
    const socket = new DnsSocket();
    withoutIpv6();
    socket.send({ address: '::1', port: 9 }, MESSAGE);
    socket.send({ address: '127.0.0.1', port: server.address().port }, MESSAGE);
    await socket.close();
    expect((await received)[0]).toEqual(MESSAGE);
    server.close();
  });

  it.each(['fe80::1%br-lan', 'fe80::1%eth0.100', 'fe80::1%a_b'])(
    'ignores a message from %s, whose zone is the name of an interface',
    async (address) => {
      const made: Socket[] = [];
      const { on } = Socket.prototype;
      jest.spyOn(Socket.prototype, 'on').mockImplementation(function (this: Socket, ...listener) {
        if (!made.includes(this)) made.push(this);
        return Reflect.apply(on, this, listener) as Socket;
      });
      const socket = new DnsSocket();
      const message = Buffer.alloc(12);
      const sender = { address, port: 53, family: 'IPv6', size: message.length };
      expect(() => made[1]!.emit('message', message, sender)).not.toThrow();
      await socket.close();
    },
  );
});
