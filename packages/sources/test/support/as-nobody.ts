const nobody = 65_534;

/** Runs something without the right to read everything, which tests in a container have. */
export async function asNobody(run: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
