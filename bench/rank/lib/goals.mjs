import { kinds } from './typing.mjs';
import { ratioOf } from './figures.mjs';

/** Microseconds a keystroke. */
const latencies = {
  'npm-1k': { p50: 8, p95: 25, p99: 60 },
  'npm-100k': { p50: 30, p95: 250, p99: 600 },
  'identifiers-1m': { p50: 120, p95: 1_800, p99: 5_000 },
  'identifiers-10m': { p50: 600, p95: 15_000, p99: 50_000 },
};

/** How many times faster than the best fuzzy peer of the run, at p50 and p95. */
const ratios = {
  'npm-100k': { times: [120, 40] },
  'identifiers-1m': { times: [150, 80], timesScrambled: [80, 40] },
};

const build = { 'identifiers-1m': { ms: 1_500, bytesPerValue: 100 } };

const mrr = { 'npm-20k': [0.81, 0.69, 0.74, 0.79, 0.61, 0.82] };

const firstAnswerMs = 0.2;

/** Each goal that a data set's speed is held to, and whether it is met. `peers` are the fuzzy ones. */
export function speedGoals(dataset, ours, peers) {
  const goals = [];
  const limit = latencies[dataset];
  for (const [name, most] of Object.entries(limit ?? {})) {
    goals.push(atMost(ours[name], most, `µs, ${dataset} ${name}`));
  }
  const { times, timesScrambled } = ratios[dataset] ?? {};
  if (times !== undefined) goals.push(...ratioGoals(dataset, times, ours, peers, 'times'));
  if (timesScrambled !== undefined && ours.scrambledTimes !== undefined)
    goals.push(
      ...ratioGoals(`${dataset}, many clients mixed`, timesScrambled, ours, peers, 'scrambledTimes'),
    );
  const { ms, bytesPerValue } = build[dataset] ?? {};
  if (ms !== undefined) {
    goals.push(atMost(ours.buildMs, ms, `ms to build ${dataset}`));
    goals.push(atMost(ours.bytesPerValue, bytesPerValue, `bytes a value beyond the strings, ${dataset}`));
  }
  return goals;
}

/** The fastest peer is another one at p95 than at p50, perhaps. */
function ratioGoals(label, least, ours, peers, member) {
  const measured = peers.filter((peer) => peer[member] !== undefined);
  if (measured.length === 0) return [];
  return [0.5, 0.95].map((q, i) => {
    const lowest = Math.min(...measured.map((peer) => ratioOf(peer[member], ours[member], q)));
    return atLeast(lowest, least[i], `times faster than the best fuzzy peer, ${label}, p${q * 100}`);
  });
}

export function relevanceGoals(dataset, ours, peers) {
  const goals = (mrr[dataset] ?? []).map((least, i) =>
    atLeast(ours.mrr[i], least, `MRR@10, ${dataset}, ${kinds[i]}`),
  );
  const best = Math.max(...peers.map((peer) => peer.mean));
  if (peers.length > 0) goals.push(atLeast(ours.mean, best, `mean MRR@10, ${dataset} (the best peer's)`));
  return goals;
}

export function firstAnswerGoal(ms) {
  return atMost(ms, firstAnswerMs, 'ms from createIndex of 100 values to its first answer');
}

export function sizeGoal(bytes, most) {
  return atMost(bytes, most, 'bytes min+gzip');
}

function atMost(figure, most, what) {
  return { met: figure <= most, text: `${show(figure)} ${what} (goal: at most ${show(most)})` };
}

function atLeast(figure, least, what) {
  return { met: figure >= least, text: `${show(figure)} ${what} (goal: at least ${show(least)})` };
}

function show(number) {
  if (number >= 100) return number.toFixed(0);
  return String(Number(number.toPrecision(3)));
}
