import type { CompletionRef, RenderReport } from '@mcp-typeahead/protocol';

/** Counts of lists shown and values chosen, which ride on the next request to a server that has the extension. */
export class ReportQueue {
  readonly #reports = new Map<string, RenderReport>();

  add(ref: CompletionRef, argument: string, what: 'shown' | 'selected'): void {
    const key = JSON.stringify([ref, argument]);
    const report = this.#reports.get(key) ?? { ref, argument, shown: 0, selected: 0 };
    report[what] += 1;
    this.#reports.set(key, report);
  }

  /** Empties the queue. */
  take(): RenderReport[] {
    const reports = [...this.#reports.values()];
    this.#reports.clear();
    return reports;
  }
}
