/** Checks the example against the incident desk, in as much of a DOM as it uses: `npm run check -w @mcp-typeahead/example-plain-dom`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

class Element extends EventTarget {
  attributes = new Map();
  children = [];
  dataset = {};
  hidden = true;
  textContent = '';
  value = '';
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }
  replaceChildren(...children) {
    this.children = children;
  }
}

const desk = fileURLToPath(new URL('../incident-desk/bin/incident-desk.js', import.meta.url));
const child = spawn(process.execPath, [desk, '--http', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
const [line] = await once(child.stderr.setEncoding('utf8'), 'data');
const [input, listbox, status] = [new Element(), new Element(), new Element()];
input.dataset.server = /http:\S+/.exec(line)?.[0];
globalThis.document = {
  querySelectorAll: () => [input, listbox, status],
  createElement: () => new Element(),
};

const options = () => listbox.children.map(({ textContent }) => textContent.split(' ')[0]);
const press = (key) => input.dispatchEvent(Object.assign(new Event('keydown'), { key, isComposing: false }));
const type = (text) => {
  input.value = text;
  input.dispatchEvent(new Event('input'));
};
const settled = async (text) => {
  for (let tries = 0; status.textContent !== text; tries += 1) {
    assert.ok(tries < 1_000, `"${status.textContent}" instead of "${text}"`);
    await wait(10);
  }
};

try {
  await import('./main.js');
  input.dispatchEvent(new Event('focus'));
  await settled('Choose with the arrow keys');
  assert.deepEqual(options(), ['P0', 'P1', 'P2', 'P3']);
  type('crit');
  assert.deepEqual(options(), ['P0']);
  assert.equal(input.ariaExpanded, 'true');
  press('Enter');
  assert.equal(input.value, 'crit', 'nothing was highlighted, so nothing is chosen');
  press('ArrowDown');
  assert.equal(input.attributes.get('aria-activedescendant'), 'option-0');
  press('Enter');
  assert.equal(input.value, 'P0');
  assert.equal(input.ariaExpanded, 'false');
  type('no such severity');
  await settled('No suggestions');
  assert.equal(input.value, 'no such severity', 'free text stays');
  process.stdout.write('The plain page suggests, narrows, chooses and keeps free text.\n');
} finally {
  child.kill();
}
process.exit();
