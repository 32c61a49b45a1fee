export { createDeskCompletions } from './completions.js';
export { createIncidentDesk, type IncidentDeskOptions } from './incident-desk.js';
export { createIncidentLog, type Incident, type IncidentLog } from './incident-log.js';
export { listenHttp, type HttpListener } from './listen-http.js';
