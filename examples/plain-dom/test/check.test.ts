import { expect, test } from 'vitest';
import { inRepository } from '../../../test/support/paths.js';
import { runProgram } from '../../../test/support/run-program.js';

test('the example without a framework does what its check says', async () => {
  const { code, stderr } = await runProgram([process.execPath, inRepository('examples/plain-dom/check.mjs')]);
  expect(code, stderr).toBe(0);
});
