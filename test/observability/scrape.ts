import { Registry } from 'prom-client';
import type { TestApp } from '../support/app.js';

/** One line of what Prometheus reads. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What the service would tell Prometheus now. */
export async function scrape({ app }: Pick<TestApp, 'app'>): Promise<Sample[]> {
  return samplesOf(await app.get(Registry).metrics());
}

/** @param text in Prometheus's text format */
export function samplesOf(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)!;
    const pairs = Array.from(labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g), ([, key, of]) => [key!, of!]);
    return { name: name!, labels: Object.fromEntries(pairs), value: Number(value) };
  });
}

/** The sum of the samples that have at least these labels. */
export function valueOf(
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number {
  const found = samples.filter(
    (of) => of.name === name && Object.entries(labels).every(([key, value]) => of.labels[key] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}
