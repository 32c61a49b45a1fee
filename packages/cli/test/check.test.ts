import { describe, expect, it } from 'vitest';
import { runMain, temporaryFolder } from './run-main.js';

const folder = temporaryFolder();
const check = (argv: readonly string[], env: Record<string, string> = {}): ReturnType<typeof runMain> =>
  runMain(['check', ...argv], { cwd: folder.path, env });

describe('check', () => {
  it('prints what a configuration would complete', async () => {
    folder.write(
      'services.csv',
      'name,owner\napi,ann\nbilling,bob\ncheckout,eve\nsearch,ann\nauth,bob\nmail,eve\n',
    );
    folder.write(
      'typeahead.yaml',
      `completions:
  prompts:
    incident_report:
      severity: { values: [P0, P1, P2, P3], strict: true }
      service: { file: services.csv, column: name, needs: [severity] }
      token: { values: [abc123], sensitive: true }
      none: []
  resources:
    "repo://{owner}/{repo}/readme":
      owner: [octo]
`,
    );
    expect(await check([])).toEqual({
      code: 0,
      stderr: '',
      stdout: `typeahead.yaml is valid and completes 5 arguments
prompt incident_report
  severity: 4 values: P0, P1, P2, P3 (strict)
  service: 6 values from services.csv: api, billing, checkout, search, auth, … (needs severity)
  token: 1 value (sensitive)
  none: 0 values
template repo://{owner}/{repo}/readme
  owner: 1 value: octo
`,
    });
  });

  it('lists folders, and says of what is elsewhere where that is, without asking', async () => {
    folder.write('docs.txt', '');
    folder.write(
      'elsewhere.yaml',
      `completions:
  resources:
    "repo://{owner}":
      owner: { mcp: resources }
  prompts:
    p:
      path: { directory: ., extensions: [docs.txt] }
      user: { http: "https://api.invalid/users?q={value}&key=\${KEY}", needs: [path] }
      tool: { mcp: { tool: find } }
`,
    );
    const { stdout, code } = await check(['-c', 'elsewhere.yaml'], { KEY: 'hunter2' });
    expect(code).toBe(0);
    expect(stdout).toBe(`elsewhere.yaml is valid and completes 4 arguments
prompt p
  path: paths in .: docs.txt
  user: asked of api.invalid (needs path)
  tool: asked of the tool find
template repo://{owner}
  owner: from the resources listed
`);
  });

  it('prints what would answer a typed text', async () => {
    folder.write('typed.yaml', 'completions: { prompts: { p: { a: [Paris, London, Prague] } } }');
    const { stdout } = await check(['-c', 'typed.yaml', '--value', 'p']);
    expect(stdout).toContain('a: 3 values, 2 matching: Paris, Prague\n');
  });

  it('names the upstream where there are several', async () => {
    folder.write(
      'several.yaml',
      'upstreams: { desk: { command: x, completions: { prompts: { p: { a: [y] } } } } }',
    );
    const { stdout } = await check(['-c', 'several.yaml']);
    expect(stdout).toContain('desk: prompt p\n  a: 1 value: y\n');
  });

  it('says where each fault is, with code 1', async () => {
    folder.write('bad.yaml', 'completions:\n  promts: {}\nhttp: { listen: x }\n');
    expect(await check(['-c', 'bad.yaml'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `bad.yaml:2:3: unknown key "promts"; did you mean "prompts"?
bad.yaml:3:17: expected a port, HOST:PORT or "[::1]:PORT"
2 problems in bad.yaml
`,
    });
  });

  it('reads the files that a configuration names', async () => {
    folder.write('nofile.yaml', 'completions: { prompts: { p: { a: { file: none.csv } } } }');
    const { code, stderr } = await check(['-c', 'nofile.yaml']);
    expect(code).toBe(1);
    expect(stderr).toContain('nofile.yaml:1:35: ');
    expect(stderr).toContain('none.csv: no such file');
  });

  it('expands the environment it is given', async () => {
    folder.write('env.yaml', 'completions: { prompts: { p: { a: ["${CITY}"] } } }');
    expect((await check(['-c', 'env.yaml'], { CITY: 'Paris' })).stdout).toContain('a: 1 value: Paris\n');
    const { code, stderr } = await check(['-c', 'env.yaml']);
    expect(code).toBe(1);
    expect(stderr).toContain('env.yaml:1:37: environment variable CITY is not set');
  });

  it('says that a file is missing', async () => {
    const { code, stderr } = await check(['-c', 'nowhere.yaml']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nowhere.yaml:1:1: no such file'),
    });
  });

  it('keeps control characters of a configuration off the terminal', async () => {
    folder.write('escape.yaml', 'completions: { prompts: { p: { a: ["red\\e[31m"] } } }');
    expect((await check(['-c', 'escape.yaml'])).stdout).toContain('red\\u001b[31m');
  });
});
