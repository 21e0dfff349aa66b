export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** A Markdown table of results. */
export function table(results) {
  const head = [
    '| request | service, requests/s | bare, requests/s | ratio | server CPU per request, us (bare) | p99, ms (bare) |',
    '|---|---|---|---|---|---|',
  ];
  const lines = results.map(({ name, service, bare, ratio, cpu, p99 }) => {
    const cells = [
      name,
      service.toFixed(0),
      bare.toFixed(0),
      ratio.toFixed(2),
      `${cpu[0].toFixed(0)} (${cpu[1].toFixed(0)})`,
      `${p99[0].toFixed(1)} (${p99[1].toFixed(1)})`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [...head, ...lines].join('\n');
}
