import type { Completions } from '@mcp-typeahead/server';
import {
  McpServer,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { languages } from './frameworks.js';
import type { IncidentLog } from './incident-log.js';
import { readmeOf } from './repositories.js';

export interface IncidentDeskOptions {
  completions: Completions;
  incidents: IncidentLog;
  /** Passed to the `McpServer`. */
  serverOptions?: ServerOptions;
}

/** One MCP server of the incident desk: two prompts, one resource template, two tools. */
export function createIncidentDesk({
  completions,
  incidents,
  serverOptions,
}: IncidentDeskOptions): McpServer {
  const server = new McpServer({ name: 'incident-desk', version: '0.1.0' }, serverOptions);
  registerPrompts(server);
  registerReadmes(server);
  registerTools(server, incidents);
  return completions.attach(server);
}

function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'incident_report',
    {
      title: 'Incident report',
      description: 'Draft the first report of an incident',
      argsSchema: z.object({
        severity: z.string().describe('How bad it is'),
        service: z.string().describe('What is broken'),
        owner: z.string().optional().describe('Who leads the response'),
      }),
    },
    ({ severity, service, owner = 'the person on call' }) => ({
      messages: [
        userText(`Write the first report of a ${severity} incident of ${service}, led by ${owner}.`),
      ],
    }),
  );
  server.registerPrompt(
    'code_review',
    {
      title: 'Code review',
      description: 'Review a change with a framework in mind',
      argsSchema: z.object({
        language: z.enum(languages).describe('Language of the change'),
        framework: z.string().optional().describe('Framework that it uses'),
      }),
    },
    ({ language, framework }) => ({
      messages: [userText(`Review this ${language} change${framework ? ` that uses ${framework}` : ''}.`)],
    }),
  );
}

function registerReadmes(server: McpServer): void {
  server.registerResource(
    'readme',
    new ResourceTemplate('repo://{owner}/{repo}/readme', { list: undefined }),
    { title: 'README of a repository', mimeType: 'text/markdown' },
    (uri, { owner, repo }) => {
      const text = readmeOf(String(owner), String(repo));
      if (text === undefined) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text }] };
    },
  );
}

function registerTools(server: McpServer, incidents: IncidentLog): void {
  server.registerTool(
    'open_incident',
    {
      title: 'Open an incident',
      description: 'Opens an incident and tells its number',
      inputSchema: z.object({
        severity: z.enum(['P0', 'P1', 'P2', 'P3']),
        service: z.string(),
        summary: z.string(),
      }),
    },
    (incident) => {
      const { id } = incidents.open(incident);
      return { content: [{ type: 'text', text: `Opened ${id}: ${incident.severity}, ${incident.service}` }] };
    },
  );
  server.registerTool(
    'list_incidents',
    {
      title: 'List incidents',
      description: 'All incidents since the desk was started',
      inputSchema: z.object({}),
    },
    () => ({
      content: [
        {
          type: 'text',
          text: incidents.list().map(describeIncident).join('\n') || 'No incident.',
        },
      ],
    }),
  );
}

function describeIncident(incident: {
  id: string;
  severity: string;
  service: string;
  summary: string;
}): string {
  return `${incident.id} ${incident.severity} ${incident.service}: ${incident.summary}`;
}

function userText(text: string): { role: 'user'; content: { type: 'text'; text: string } } {
  return { role: 'user', content: { type: 'text', text } };
}
