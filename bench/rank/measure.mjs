// One engine and one data set, in a process of their own: `run.mjs` starts it with a job as JSON and reads the outcome from
// its stdout. Nothing that one engine leaves behind is in the way of the next.
import { loadDataset } from './datasets/index.mjs';
import { createRandom } from './lib/random.mjs';
import { createSessions, growing, keystrokes } from './lib/typing.mjs';

const job = JSON.parse(process.argv[2]);
const { prepare } = await import(job.engine);
const work = { speed: measureSpeed, relevance: measureRelevance, 'first answer': measureFirstAnswer };
process.stdout.write(JSON.stringify(await work[job.what]()));

function measureSpeed() {
  const data = loadDataset(job.dataset);
  const texts = keystrokes(createSessions(data, job), job.seed);
  const before = heldBytes();
  const start = performance.now();
  const search = prepare(data.values, data.weights);
  const buildMs = performance.now() - start;
  const held = heldBytes() - before;
  warmUp(search, texts);
  const times = timeKeys(search, texts);
  return {
    buildMs,
    // What is collected meanwhile can make a short list seem to hold less than nothing.
    bytesPerValue: Math.max(0, held) / data.values.length,
    times,
    ...(job.isScrambled && {
      scrambledTimes: timeKeys(search, createRandom(job.seed).shuffle([...texts])),
    }),
  };
}

/** With what typed arrays and native code hold. */
function heldBytes() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** With keys from the end of the list, which slow engines never reach otherwise. */
function warmUp(search, texts) {
  const end = performance.now() + 1_500;
  for (let i = texts.length - 1, n = 0; i >= 0 && n < 60 && performance.now() < end; i -= 7, n += 1)
    search(texts[i]);
}

/** Microseconds a keystroke, for as many as the time allows. */
function timeKeys(search, texts) {
  const times = [];
  const end = performance.now() + job.budgetMs;
  for (const text of texts) {
    const start = performance.now();
    search(text);
    const now = performance.now();
    times.push(Number(((now - start) * 1_000).toFixed(2)));
    if (now > end && times.length >= 12) break;
  }
  return times;
}

/** The place of what is looked for, at the end of each session and, while there is time, after each key of it. */
function measureRelevance() {
  const data = loadDataset(job.dataset);
  // Mixed: an engine that runs out of time has seen all kinds.
  const sessions = createRandom(job.seed).shuffle(createSessions(data, job));
  const search = prepare(data.values, data.weights);
  const placeOf = (target, text) => search(text).values.indexOf(target) + 1;
  const outcomes = [];
  let end = performance.now() + job.budgetMs;
  for (const { target, kind, typed } of sessions) {
    if (performance.now() > end && outcomes.length >= 60) break;
    outcomes.push({ kind, place: placeOf(target, typed), length: Array.from(target).length });
  }
  end = performance.now() + job.budgetMs / 3;
  for (const [i, outcome] of outcomes.entries()) {
    if (performance.now() > end && i >= 30) break;
    const { target, typed } = sessions[i];
    outcome.places = growing(typed).map((text) => placeOf(target, text));
  }
  return { outcomes };
}

/** What the first person waits for: a list that has just been made, in a process that has seen lists before. */
function measureFirstAnswer() {
  const { values, weights } = loadDataset('npm-1k');
  const ms = [];
  for (let round = 0; round < 300; round += 1) {
    const start = (round * 7) % 900;
    const few = values.slice(start, start + 100);
    const fewWeights = weights.slice(start, start + 100);
    const text = few[round % 100].slice(0, 3);
    const from = performance.now();
    prepare(few, fewWeights)(text);
    ms.push(performance.now() - from);
  }
  return { ms: ms.slice(100) };
}
