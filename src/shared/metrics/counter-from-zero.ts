import { Counter, type CounterConfiguration, type LabelValues } from 'prom-client';

/**
 * A counter whose series begin at 0. Prometheus sees an increase only from an earlier value:
 * without the 0, it would miss the first failure.
 * @param series the labels of each series
 */
export function counterFromZero<Label extends string>(
  configuration: CounterConfiguration<Label>,
  series: readonly LabelValues<Label>[],
): Counter<Label> {
  const counter = new Counter(configuration);
  for (const labels of series) counter.inc(labels, 0);
  return counter;
}
