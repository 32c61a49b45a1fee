/** A combobox in plain DOM. `npx vite examples/plain-dom` serves the page, `npm start` the server that it asks. */
import { createTypeahead } from '@mcp-typeahead/client';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const [input, listbox, status] = document.querySelectorAll('input, ul, p');
const client = new Client({ name: 'plain-dom', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const ready = client.connect(new StreamableHTTPClientTransport(new URL(input.dataset.server)));
const ref = { type: 'ref/prompt', name: 'incident_report' };
const field = createTypeahead(client, { ready }).argument({ ref, argument: 'severity' });
const hints = { ready: 'Choose with the arrow keys', empty: 'No suggestions', error: 'None just now' };
let active = -1;

function toOption({ value, title = '' }, index) {
  const option = document.createElement('li');
  Object.assign(option, { id: `option-${index}`, role: 'option', textContent: `${value} ${title}` });
  option.ariaSelected = String(index === active);
  option.addEventListener('pointerdown', () => field.select(value));
  return option;
}
function render(highlighted = -1) {
  const snapshot = field.getSnapshot();
  active = highlighted;
  if (input.value !== snapshot.text) input.value = snapshot.text;
  listbox.hidden = !snapshot.isOpen || snapshot.items.length === 0;
  listbox.replaceChildren(...snapshot.items.map(toOption));
  input.ariaExpanded = String(!listbox.hidden);
  input.setAttribute('aria-activedescendant', active < 0 ? '' : `option-${active}`);
  status.textContent = snapshot.hasMore ? 'Type on for more' : (hints[snapshot.status] ?? '');
  if (!listbox.hidden) field.reportShown();
}
field.subscribe(() => render());
input.addEventListener('input', () => field.input(input.value));
input.addEventListener('focus', () => field.open());
input.addEventListener('blur', () => field.close());
input.addEventListener('keydown', ({ key, isComposing }) => {
  const { items } = field.getSnapshot();
  if (key === 'Escape') field.close();
  if (key === 'ArrowDown' && items.length > 0) render((active + 1) % items.length);
  if (key === 'Enter' && active >= 0 && !isComposing) field.select(items[active]);
});
