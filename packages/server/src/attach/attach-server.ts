import type { Declared } from '../declared.js';
import type { Engine } from '../engine.js';
export function attachServer<S extends object>(
  server: S,
  _with: { engine: Engine; declared: Declared; lateRegistration: boolean },
): S {
  return server;
}
