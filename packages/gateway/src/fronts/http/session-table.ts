import { randomUUID } from 'node:crypto';
import type { Clock } from '@mcp-typeahead/server';
import type { LegacySession } from './legacy-session.js';

export interface SessionTableOptions {
  clock: Clock;
  maxSessions: number;
  sessionIdleMs: number;
  evictAfterMs: number;
}

/** The sessions of one upstream: bounded, and ended when nobody uses them. */
export interface SessionTable {
  readonly size: number;
  get(id: string): LegacySession | undefined;
  /** Makes a session under a new secret id; undefined while the table is full of sessions in use. */
  add(create: (id: string) => LegacySession): LegacySession | undefined;
  remove(session: LegacySession): void;
  all(): readonly LegacySession[];
  /** Stops looking for idle sessions. */
  stop(): void;
}

/** How often idle sessions are looked for; they live at most this much longer than `sessionIdleMs`. */
const maxSweepMs = 60_000;

export function createSessionTable(options: SessionTableOptions): SessionTable {
  const { clock, maxSessions, sessionIdleMs, evictAfterMs } = options;
  const sessions = new Map<string, LegacySession>();
  const isQuietFor = (session: LegacySession, ms: number): boolean =>
    !session.isBusy && clock.now() - session.lastUsedMs >= ms;
  const drop = (session: LegacySession): void => {
    sessions.delete(session.id);
    void session.end();
  };

  let stopSweep: () => void;
  const sweep = (): void => {
    for (const session of sessions.values()) {
      if (isQuietFor(session, sessionIdleMs)) drop(session);
    }
    stopSweep = clock.schedule(sweep, Math.min(sessionIdleMs, maxSweepMs));
  };
  stopSweep = clock.schedule(sweep, Math.min(sessionIdleMs, maxSweepMs));

  const makeRoom = (): boolean => {
    if (sessions.size < maxSessions) return true;
    const quiet = [...sessions.values()].filter((session) => isQuietFor(session, evictAfterMs));
    const quietest = quiet.sort((a, b) => a.lastUsedMs - b.lastUsedMs)[0];
    if (quietest !== undefined) drop(quietest);
    return quietest !== undefined;
  };
  return {
    get size() {
      return sessions.size;
    },
    get(id) {
      const session = sessions.get(id);
      // The sweep may be late; the rule is not.
      if (session === undefined || !isQuietFor(session, sessionIdleMs)) return session;
      drop(session);
      return undefined;
    },
    add(create) {
      if (!makeRoom()) return undefined;
      const session = create(randomUUID());
      sessions.set(session.id, session);
      return session;
    },
    remove: (session) => void sessions.delete(session.id),
    all: () => [...sessions.values()],
    stop: () => stopSweep(),
  };
}
