import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * The maximum number of waiting requests per connection. A client that sends more without reading
 * responses is disconnected.
 */
const MAX_WAITING = 100;

/**
 * Passes one request of each connection at a time to the listener. Node would start all pipelined
 * requests at once, and keep each response in memory until the client has read those before it.
 */
export function serveInTurn(server: Server, listener: Listener): void {
  const connections = new WeakMap<Socket, ConnectionTurns>();
  const take: Listener = (request, response) => {
    const known = connections.get(request.socket);
    const turns = known ?? new ConnectionTurns(request.socket, listener);
    if (!known) connections.set(request.socket, turns);
    turns.take([request, response]);
  };
  server.on('request', take);
  // `expectBody` sends the `100 Continue`: a refused client then sends no body.
  server.on('checkContinue', take);
  server.on('checkExpectation', take);
}

class ConnectionTurns {
  private readonly waiting: Exchange[] = [];
  private isBusy = false;

  constructor(
    private readonly socket: Socket,
    private readonly listener: Listener,
  ) {
    // Node emits `close` on the response that has the socket, not on those that wait for it.
    socket.once('close', () => this.waiting.splice(0).forEach(([, response]) => response.emit('close')));
  }

  take(exchange: Exchange): void {
    if (!this.isBusy) this.begin(exchange);
    else if (this.waiting.length < MAX_WAITING) this.waiting.push(exchange);
    else this.socket.destroy();
  }

  private begin([request, response]: Exchange): void {
    this.isBusy = true;
    response.once('close', () => {
      this.isBusy = false;
      const next = this.socket.destroyed ? undefined : this.waiting.shift();
      if (next) this.begin(next);
    });
    this.listener(request, response);
  }
}
