import dnsPacket, { type Answer, type Question } from 'dns-packet';
import {
  Registry,
  REGISTRY_BOUNDS,
  type RegistryBounds,
  type RegistrySettings,
} from '../../src/domain/claims/registry/registry.js';
import type { TestApp } from './app.js';
import { tcpNameserver } from './dns-query.js';

/** A question, and whether it is for a resolver. */
interface RegistryQuestion {
  readonly name: string;
  readonly type: string;
  readonly recursive: boolean;
}

/** A response without its id. */
export interface RegistryAnswer {
  readonly flags?: number;
  /** What it says that it answers; the question itself unless a test says otherwise. */
  readonly questions?: Question[];
  readonly answers?: Answer[];
  readonly authorities?: Answer[];
}

export type Answering = (question: RegistryQuestion) => RegistryAnswer | Buffer | null;

/** A resolver and the server of every zone in one, over TCP, until `close`. */
export interface FakeRegistry {
  readonly port: number;
  readonly asked: readonly RegistryQuestion[];
  close(): Promise<void>;
}

const AUTHORITATIVE = 0x0400;
const RECURSION_DESIRED = 0x0100;
export const SERVFAIL = 2;
export const NXDOMAIN = 3;

/**
 * @param answer null: no answer ever
 * @param before is awaited before an answer about a delegation
 */
export async function fakeRegistry(
  answer: Answering,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<FakeRegistry> {
  const asked: RegistryQuestion[] = [];
  const server = await tcpNameserver(({ id, flags, questions }, socket) => {
    const { name = '', type = '' } = questions[0] ?? {};
    const question = { name: name === '' ? '.' : name, type, recursive: (flags & RECURSION_DESIRED) !== 0 };
    asked.push(question);
    const found = answer(question);
    if (found === null) return;
    const reply = Buffer.isBuffer(found) ? found : encoded(id, questions, found);
    if (question.recursive) socket.write(reply);
    else void before().then(() => socket.write(reply));
  });
  return { ...server, asked };
}

/** A world in which `zone` has one server, which delegates names as `delegations` says. */
export function zoneWith(zone: string, delegations: ReadonlyMap<string, readonly string[]>): Answering {
  return ({ name, type, recursive }) => {
    if (recursive) return resolved(zone, name, type);
    const hosts = delegations.get(name);
    if (!hosts) return { flags: AUTHORITATIVE | NXDOMAIN, authorities: [soaOf(zone)] };
    return { flags: 0, authorities: hosts.map((host) => ns(name, host)) };
  };
}

/** As `zoneWith`, with the names below delegations, too; the servers that they lead to do not answer a resolver. */
export function zoneWithLame(zone: string, delegations: ReadonlyMap<string, readonly string[]>): Answering {
  return (question) => {
    const name = [...delegations.keys()].find((one) => `.${question.name}`.endsWith(`.${one}`));
    if (name === undefined) return zoneWith(zone, delegations)(question);
    return question.recursive ? { flags: SERVFAIL } : zoneWith(zone, delegations)({ ...question, name });
  };
}

function resolved(zone: string, name: string, type: string): RegistryAnswer {
  if (type === 'SOA') return name === zone ? { answers: [soaOf(zone)] } : { authorities: [soaOf(zone)] };
  if (type === 'NS') return { answers: [ns(zone, 'ns.registry.test')] };
  return type === 'A'
    ? { answers: [{ type: 'A', class: 'IN', name, ttl: 60, data: '127.0.0.1' } as Answer] }
    : {};
}

export function ns(name: string, data: string): Answer {
  return { type: 'NS', class: 'IN', name, ttl: 60, data };
}

export function soaOf(name: string): Answer {
  const data = {
    mname: 'ns.registry.test',
    rname: 'a.test',
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  };
  return { type: 'SOA', class: 'IN', name, ttl: 60, data };
}

interface Choices {
  readonly bounds?: Partial<RegistryBounds>;
  readonly allowedNetworks?: readonly string[];
}

/** Settings with which a `Registry` asks this one. */
export function asking(
  port: number,
  { bounds = {}, allowedNetworks = ['127.0.0.0/8'] }: Choices = {},
): RegistrySettings {
  const resolvers = [{ address: '127.0.0.1', port }];
  return { resolvers, allowedNetworks, sourceIps: [], bounds: { ...REGISTRY_BOUNDS, ...bounds, port } };
}

/** Lets the claims of an application ask this registry. */
export function claimsAsk({ app }: Pick<TestApp, 'app'>, port: number, choices?: Choices): void {
  Object.assign(app.get(Registry), { settings: asking(port, choices) });
}

function encoded(
  id: number,
  asked: Question[],
  { flags = 0, questions = asked, answers = [], authorities = [] }: RegistryAnswer,
): Buffer {
  return dnsPacket.streamEncode({ type: 'response', id, flags, questions, answers, authorities });
}
