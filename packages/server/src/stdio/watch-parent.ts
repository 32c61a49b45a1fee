/** Often enough to be gone within two seconds, seldom enough to cost nothing. */
const intervalMs = 250;

/**
 * Calls back once when the parent process has died. A client that is killed leaves the pipe open if a wrapper (`npm exec`, a
 * shell) still holds it: then no end of input ever comes. The system gives an orphan another parent, which is how it shows.
 *
 * @returns stops watching
 */
export function watchParent(onDeath: () => void): () => void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onDeath();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
