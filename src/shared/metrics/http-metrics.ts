import type { ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry, type MetricValueWithName } from 'prom-client';
import type { RequestObserver } from '../http/server/observe-requests.js';
import type { AnsweredRequest } from '../http/response/response-headers.js';
import { ROUTES, type Routes } from '../http/routes/routes.js';
import { DURATION_BUCKETS_SECONDS, DurationTally } from './duration-tally.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
const OTHER = 'other';
/** nginx's status for a client that disconnected before the response. */
const CLIENT_CLOSED = 499;

interface Tallied {
  readonly endpoint: string;
  readonly method: string;
  readonly tally: DurationTally;
}

/**
 * Counts requests by endpoint, method and status. Uses the endpoint's name in the endpoint table,
 * never the path, so that the number of series is limited. Converts the counts to metrics at each
 * scrape.
 */
@Injectable()
export class HttpMetrics implements RequestObserver {
  private inFlight = 0;
  private readonly tallies = new Map<string, Map<string, Tallied>>();

  constructor(
    registry: Registry,
    @Inject(ROUTES) private readonly routes: Routes,
  ) {
    const registers = [registry];
    const all = () => this.all();
    const running = () => this.inFlight;
    new Counter({
      name: 'http_requests_total',
      help: 'Requests that have ended. Endpoint: the name in the endpoint table, or a path of sign-in or health.',
      labelNames: ['endpoint', 'method', 'status'],
      registers,
      collect() {
        this.reset();
        for (const { endpoint, method, tally } of all())
          for (const [status, count] of tally.statuses) this.inc({ endpoint, method, status }, count);
      },
    });
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Running requests.',
      registers,
      collect() {
        this.set(running());
      },
    });
    registry.registerMetric(durations(all));
  }

  begun(): void {
    this.inFlight++;
  }

  ended(request: AnsweredRequest, response: ServerResponse, milliseconds: number): void {
    this.inFlight--;
    const { method = OTHER } = request;
    const status = response.headersSent ? response.statusCode : CLIENT_CLOSED;
    const endpoint = request.endpointName ?? this.routes.nameOf(request.originalUrl ?? request.url ?? '');
    this.tallyOf(endpoint, METHODS.has(method) ? method : OTHER).add(status, milliseconds / 1000);
  }

  private tallyOf(endpoint: string, method: string): DurationTally {
    let methods = this.tallies.get(endpoint);
    if (!methods) this.tallies.set(endpoint, (methods = new Map()));
    let tallied = methods.get(method);
    if (!tallied) methods.set(method, (tallied = { endpoint, method, tally: new DurationTally() }));
    return tallied.tally;
  }

  private all(): Tallied[] {
    return [...this.tallies.values()].flatMap((methods) => [...methods.values()]);
  }
}

const DURATION = 'http_request_duration_seconds';
type DurationValue = MetricValueWithName<'endpoint' | 'method' | 'le'>;

/** A histogram of the client library, built from the tallies at each scrape. */
function durations(all: () => readonly Tallied[]): Histogram {
  const described = {
    name: DURATION,
    help: "From the reading of a request's head until its response is sent.",
    type: 'histogram',
    labelNames: ['endpoint', 'method'],
  };
  const get = async () => ({ ...described, aggregator: 'sum', values: all().flatMap(valuesOf) });
  return { ...described, get } as unknown as Histogram;
}

function valuesOf({ endpoint, method, tally }: Tallied): DurationValue[] {
  const labels = { endpoint, method };
  let below = 0;
  const buckets = DURATION_BUCKETS_SECONDS.map((le, index) => ({
    labels: { ...labels, le },
    value: (below += tally.buckets[index]!),
    metricName: `${DURATION}_bucket`,
  }));
  return [
    ...buckets,
    { labels: { ...labels, le: '+Inf' }, value: tally.count, metricName: `${DURATION}_bucket` },
    { labels, value: tally.sumSeconds, metricName: `${DURATION}_sum` },
    { labels, value: tally.count, metricName: `${DURATION}_count` },
  ];
}
