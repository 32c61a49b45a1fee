import type { Candidate } from '@mcp-typeahead/server';

/** Found by value, by title and by what people call them: `urgent` and `紧急` both give P0, and so does `jinji` with the readings. */
export const severities: readonly Candidate[] = [
  {
    value: 'P0',
    title: 'Critical',
    aliases: ['紧急', 'urgent'],
    description: 'Customers cannot buy: all hands',
  },
  { value: 'P1', title: 'High', aliases: ['高', 'major'], description: 'A core feature is down for many' },
  { value: 'P2', title: 'Medium', aliases: ['中', 'degraded'], description: 'Slow or partly broken' },
  { value: 'P3', title: 'Low', aliases: ['低', 'minor'], description: 'A nuisance, fixed in working hours' },
];
