import type { Route } from '../../route.js';
import type { Refusal } from './refusal.js';
import { refuse } from './refusal.js';

/** Finds what is served at a path. */
export type RouteTable<Entry> = (path: string) => { entry: Entry } | { refusal: Refusal };

/** Where a route is served: a lone one at `path`, with a name below it too; several below it only. */
export function pathsOf(route: Route, routes: readonly Route[], path: string): readonly string[] {
  const named = route.name === undefined ? [] : [`${path}/${encodeURIComponent(route.name)}`];
  return routes.length === 1 ? [path, ...named] : named;
}

export function createRouteTable<Entry>(
  routes: readonly Route[],
  path: string,
  toEntry: (route: Route) => Entry,
): RouteTable<Entry> {
  const entries = new Map<string, Entry>();
  for (const route of routes) {
    const entry = toEntry(route);
    for (const address of pathsOf(route, routes, path)) entries.set(address, entry);
  }
  const addresses = [...entries.keys()].join(', ');
  return (requested) => {
    const entry = entries.get(requested);
    return entry === undefined
      ? { refusal: refuse(404, `Nothing is served here; try ${addresses}`) }
      : { entry };
  };
}
