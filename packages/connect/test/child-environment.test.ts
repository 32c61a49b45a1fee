import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../src/child/child-environment.js';

describe('childEnvironment', () => {
  it('adds variables and lets the added ones win', () => {
    expect(childEnvironment({ A: '1', B: '2' }, { B: '3', C: '' }, 'linux')).toEqual({
      A: '1',
      B: '3',
      C: '',
    });
  });

  it('tells names apart by case, but not on Windows', () => {
    expect(childEnvironment({ Path: 'a', X: '1' }, { PATH: 'b' }, 'linux')).toEqual({
      Path: 'a',
      PATH: 'b',
      X: '1',
    });
    expect(childEnvironment({ Path: 'a', X: '1' }, { PATH: 'b' }, 'win32')).toEqual({ PATH: 'b', X: '1' });
  });
});
