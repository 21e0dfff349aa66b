import { Client, type Answer } from '../../support/client.js';
import { done } from '../../support/makers.js';
import { readContents, type Held, type AccountContents } from './account-contents.js';
import { nextChange, removeImage, type Change, type Writing } from './random-changes.js';
import type { Random } from '../../support/random.js';

/** The only user of an account, who records every change they ask for and every answer. */
export class Writer {
  /** Connection errors instead of answers, by the change that was asked for. */
  readonly unanswered: string[] = [];
  readonly counts = { acknowledged: 0, refused: 0, unknown: 0, happened: 0 };
  private readonly things = new Map<string, Held>();
  /** Changes whose outcome is unknown. The writer leaves their things alone until it has found out. */
  private readonly open = new Map<string, Change>();
  private readonly events = new Map<string, number>();
  private readonly uploads = new Map<string, string>();
  private readonly faults: string[] = [];
  private eventsSeen = 0;
  private made = 0;

  private constructor(
    private readonly client: Client,
    private readonly url: string,
    private readonly random: Random,
    private readonly name: string,
  ) {}

  /** @param name no other writer's */
  static async begin(url: string, token: string, random: Random, name: string): Promise<Writer> {
    const client = new Client(url, token);
    const writer = new Writer(client, url, random, name);
    for (const [key, held] of await readContents(client)) writer.things.set(key, held);
    writer.eventsSeen = done(await client.get('/account/events')).data[0]?.id ?? 0;
    return writer;
  }

  /** Asks for one change and writes down what became of it. */
  async turn(): Promise<void> {
    await this.ask(nextChange(this.writing()));
  }

  /** Leaves no image that time would change. */
  async removeImages(): Promise<void> {
    for (let one = removeImage(this.writing()); one; one = removeImage(this.writing())) await this.ask(one);
  }

  /** Compares what was answered with what the API shows now. @returns what does not agree. */
  async disagreements(): Promise<string[]> {
    const shown = await readContents(this.client);
    for (const [key, change] of this.open) this.close(change, shown.get(key));
    this.open.clear();
    for (const key of new Set([...shown.keys(), ...this.things.keys()])) this.compare(key, shown);
    await this.compareEvents();
    return this.faults.splice(0).map((fault) => `${this.name}: ${fault}`);
  }

  private writing(): Writing {
    const things = new Map([...this.things].filter(([key]) => !this.open.has(key)));
    const { client, url, random, uploads } = this;
    return { client, url, random, uploads, things, name: `${this.name}-${++this.made}` };
  }

  private async ask(change: Change | undefined): Promise<void> {
    if (!change) return;
    const answer = await change.send().catch((error: Error) => String(error.cause ?? error));
    if (typeof answer === 'string') this.leaveOpen(change, answer);
    else if (answer.status >= 500) this.leaveOpen(change, String(answer.status));
    else if (answer.status !== 200) this.refuse(change, answer);
    else this.acknowledge(change, answer);
  }

  private acknowledge({ key, whole, events, refused }: Change, { body }: Answer): void {
    if (refused) this.faults.push(`${key} was not refused`);
    this.counts.acknowledged++;
    const id = (body as Partial<Held>).id;
    if (whole === undefined) this.things.delete(key);
    else this.things.set(key, { id: this.things.get(key)?.id ?? id!, whole });
    this.expectEvents(events);
  }

  private refuse({ key, refused }: Change, { status, body }: Answer): void {
    this.counts.refused++;
    if (refused && status === 400) return;
    this.faults.push(`${key} was refused: ${status} ${JSON.stringify(body)}`);
  }

  private leaveOpen(change: Change, instead: string): void {
    this.counts.unknown++;
    this.unanswered.push(`${change.key}: ${instead}`);
    if (!change.refused) this.open.set(change.key, change);
  }

  /** The change has happened or it has not; `compare` reports anything in between. */
  private close({ key, whole, events }: Change, shown: Held | undefined): void {
    if (shown?.whole !== whole) return;
    this.counts.happened++;
    if (shown) this.things.set(key, shown);
    else this.things.delete(key);
    this.expectEvents(events);
  }

  private compare(key: string, shown: AccountContents): void {
    const [expected, found] = [inWords(this.things.get(key)), inWords(shown.get(key))];
    if (expected !== found) this.faults.push(`${key} is ${found}, not ${expected}`);
  }

  private expectEvents(events: readonly string[]): void {
    for (const event of events) this.events.set(event, (this.events.get(event) ?? 0) + 1);
  }

  /** Every change has left its events exactly once. */
  private async compareEvents(): Promise<void> {
    const found = new Map<string, number>();
    for (const { action, entity } of await this.newEvents()) {
      const event = `${action} ${entity.label}`;
      found.set(event, (found.get(event) ?? 0) + 1);
    }
    for (const event of new Set([...found.keys(), ...this.events.keys()])) {
      const [expected, times] = [this.events.get(event) ?? 0, found.get(event) ?? 0];
      if (times !== expected) this.faults.push(`${event}: ${times} events, not ${expected}`);
    }
    this.events.clear();
  }

  private async newEvents(): Promise<ShownEvent[]> {
    const filter = { id: { '+gt': this.eventsSeen }, '+order_by': 'id', '+order': 'asc' };
    const events = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = done(await this.client.filter(`/account/events?page_size=500&page=${page}`, filter));
      events.push(...(answer.data as ShownEvent[]));
      pages = answer.pages as number;
    }
    this.eventsSeen = events.at(-1)?.id ?? this.eventsSeen;
    return events;
  }
}

interface ShownEvent {
  readonly id: number;
  readonly action: string;
  readonly entity: { readonly label: string };
}

function inWords(held: Held | undefined): string {
  return held ? `${held.id} ${held.whole}` : 'missing';
}
