import { isExactNumber } from '@mcp-typeahead/connect';
import { maxValues, type JsonRpcErrorObject } from '@mcp-typeahead/protocol';
import { asObject } from '../json-object.js';

export interface RepairedCompletion {
  /** The upstream's own object where nothing was wrong with it. */
  result: Readonly<Record<string, unknown>>;
  /** What was wrong; empty if nothing was. */
  faults: readonly string[];
  isEmpty: boolean;
}

/**
 * Makes an upstream's answer one that clients accept: SDK clients throw the whole list away, or wait for ever,
 * for one bad member. Undefined where there are no values to save.
 */
export function repairCompletion(result: unknown): RepairedCompletion | undefined {
  const object = asObject(result);
  const completion = asObject(object?.['completion']);
  const given = completion?.['values'];
  if (object === undefined || completion === undefined || !Array.isArray(given)) return undefined;
  const { total, hasMore, ...others } = completion;
  const faults: string[] = [];
  const strings = given.filter(isString);
  if (strings.length < given.length) faults.push('values that are not strings');
  const isLong = strings.length > maxValues;
  if (isLong) faults.push('more than 100 values');
  const values = isLong ? strings.slice(0, maxValues) : strings;
  const keepsTotal = isCount(total) && total >= values.length;
  if (total !== undefined && !keepsTotal) faults.push('total is not a count of the matches');
  const keepsMore = typeof hasMore === 'boolean';
  if (hasMore !== undefined && !keepsMore) faults.push('hasMore is not a boolean');
  if (faults.length === 0) return { result: object, faults, isEmpty: values.length === 0 };
  const more = isLong ? true : hasMore;
  return {
    result: {
      ...object,
      completion: {
        ...others,
        values,
        ...(keepsTotal ? { total } : {}),
        ...(typeof more === 'boolean' ? { hasMore: more } : {}),
      },
    },
    faults,
    isEmpty: values.length === 0,
  };
}

/** Whether clients can read it: for one without a code or message they throw the response away and wait for ever. */
export function isErrorObject(error: unknown): error is JsonRpcErrorObject {
  const object = asObject(error);
  return Number.isInteger(object?.['code']) && isString(object?.['message']);
}

function isString(value: unknown): value is string {
  return typeof value === 'string' && !isExactNumber(value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}
