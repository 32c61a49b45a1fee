import { list, lookup } from '@mcp-typeahead/server';
import { testSource } from './contracts/test-source.js';

testSource({ name: 'a list', create: (candidates) => ({ source: list(() => candidates).source }) });
testSource({
  name: 'a lookup that returns everything',
  create: (candidates) => ({ source: lookup(() => candidates).source }),
});
