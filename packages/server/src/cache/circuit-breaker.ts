import type { Clock } from '../clock.js';

interface Circuit {
  failures: number;
  /** No call before this time. */
  openUntil: number;
}

interface Thresholds {
  failures: number;
  resetMs: number;
}

/** More failing sources than this at once, and the one that failed longest ago is given another chance. */
const maxCircuits = 1_000;

/** Leaves a source alone that fails again and again: after `failures` in a row, one try every `resetMs`. */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #circuits: Map<string, Circuit> = new Map();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a call may be made now. The first one after `resetMs` is let through alone: it decides for the others. */
  admits(key: string, { failures, resetMs }: Thresholds): boolean {
    const circuit = this.#circuits.get(key);
    if (circuit === undefined || circuit.failures < failures) return true;
    const now = this.#clock.now();
    if (now < circuit.openUntil) return false;
    circuit.openUntil = now + resetMs;
    return true;
  }

  succeeded(key: string): void {
    this.#circuits.delete(key);
  }

  failed(key: string, { resetMs }: Thresholds): void {
    const failures = (this.#circuits.get(key)?.failures ?? 0) + 1;
    this.#circuits.delete(key);
    this.#circuits.set(key, { failures, openUntil: this.#clock.now() + resetMs });
    const [oldest] = this.#circuits.keys();
    if (this.#circuits.size > maxCircuits && oldest !== undefined) this.#circuits.delete(oldest);
  }
}
