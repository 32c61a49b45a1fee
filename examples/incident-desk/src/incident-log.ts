export interface Incident {
  readonly id: string;
  readonly severity: string;
  readonly service: string;
  readonly summary: string;
}

export interface IncidentLog {
  open(incident: Omit<Incident, 'id'>): Incident;
  list(): readonly Incident[];
}

/** Lives outside the MCP server: over HTTP each request gets a fresh server, and incidents must outlive it. */
export function createIncidentLog(): IncidentLog {
  const incidents: Incident[] = [];
  return {
    open(incident) {
      const opened = { id: `INC-${incidents.length + 1}`, ...incident };
      incidents.push(opened);
      return opened;
    },
    list: () => [...incidents],
  };
}
