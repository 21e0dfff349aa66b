export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Whether a result meets its floor and its limits. */
export function isMet({ ratio, cpuRatio, floor, floorBy, limit, p99Ratio, p99Limit }) {
  const compared = floorBy === 'cpu' ? cpuRatio : ratio;
  return !(compared < floor) && !(ratio > limit) && !(p99Ratio > p99Limit);
}

const HEAD = [
  'request',
  'service, requests/s',
  'bare, requests/s',
  'ratio',
  'by CPU',
  'floor',
  'server CPU, us (bare)',
  'database CPU, us (bare)',
  'p99, ms (bare)',
  'met',
];

/** One result as a line of the table. */
export function line(result) {
  const { name, base, rate, ratio, cpuRatio, floor, floorBy, cpu, database, p99 } = result;
  return cells([
    base === 'bare' ? name : `${name}, beside ${base}`,
    figure(rate[0]),
    figure(rate[1]),
    ratio.toFixed(2),
    cpuRatio?.toFixed(2) ?? '',
    floor === undefined ? '' : `${floor.toFixed(2)} ${floorBy === 'cpu' ? 'by CPU' : 'by rate'}`,
    pair(cpu),
    pair(database),
    pair(p99),
    isMet(result) ? 'yes' : 'no',
  ]);
}

/** A Markdown table of results. */
export function table(results) {
  return [heading(HEAD), ...results.map(line)].join('\n');
}

const PEERS_HEAD = ['request', 'peer', 'service, requests/s', 'peer, requests/s', 'times', 'goal', 'met'];

/** A table of the results beside other programs. */
export function peersTable(results) {
  const lines = results.flatMap(({ name, rate, peers = [] }) =>
    peers.map((peer) => cells([name, peer.name, ...(peer.rate ? measured(rate[0], peer) : NOT_INSTALLED)])),
  );
  return [heading(PEERS_HEAD), ...lines].join('\n');
}

const NOT_INSTALLED = ['', 'peer not installed', '', '', ''];

function measured(rate, peer) {
  const met = peer.ratio < peer.floor ? 'no' : 'yes';
  return [
    figure(rate),
    figure(peer.rate),
    figure(peer.ratio),
    ...(peer.floor ? [`${peer.floor}`, met] : ['', '']),
  ];
}

/** A number with its significant digits. */
export function figure(value) {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function pair([one, other]) {
  return `${figure(one)} (${figure(other)}; ${(one / other).toFixed(2)})`;
}

/** The first two lines of a Markdown table. */
export function heading(names) {
  return `${cells(names)}\n|${'---|'.repeat(names.length)}`;
}

/** A line of a Markdown table. */
export function cells(values) {
  return `| ${values.join(' | ')} |`;
}
