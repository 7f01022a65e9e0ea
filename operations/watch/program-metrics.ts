// Rows of the table of metrics, by who says them.
import type { Metric } from './metric.ts'

type Row = Pick<Metric, 'name' | 'type' | 'unit' | 'meaning'> & Partial<Pick<Metric, 'labels' | 'needs'>>

function said(of: readonly string[], rows: readonly Row[]): Metric[] {
  return rows.map((row) => ({ labels: [], ...row, of }))
}

const APIS = ['identity-api', 'store-api', 'pharmacy-api'] as const

const pool = (name: string): Row => ({
  name: `${name}_database_connections`,
  type: 'gauge',
  unit: '1',
  meaning: 'Connections to the database by state: total, idle of them, and callers that are waiting for one',
  labels: ['state'],
})

/** Of everything that answers requests but the gateway, which has its own. */
export const apis: readonly Metric[] = [
  ...said(
    [...APIS, 'portal', 'storefront'],
    [
      {
        name: 'relay_http_replies_total',
        type: 'counter',
        unit: '1',
        meaning: 'Requests that were answered, or given up by the caller, by method and status of the reply',
        labels: ['method', 'status'],
      },
      {
        name: 'relay_http_reply_seconds',
        type: 'histogram',
        unit: 'seconds',
        meaning: 'From the head of a request to the end of its reply, without live pages',
        labels: ['method'],
      },
    ],
  ),
  ...said(
    ['store-api', 'pharmacy-api'],
    [
      {
        name: 'account_tokens',
        type: 'gauge',
        unit: '1',
        meaning:
          'Ended sessions and changed users that are kept, those forgotten early, and for how many seconds identity is away',
        labels: ['figure'],
      },
    ],
  ),
]

export const ofGateway: readonly Metric[] = said(
  ['gateway'],
  [
    {
      name: 'gateway_replies_total',
      type: 'counter',
      unit: '1',
      meaning: 'Replies by route (identity, store, pharmacy, none) and status',
      labels: ['route', 'status'],
    },
    {
      name: 'gateway_request_seconds',
      type: 'histogram',
      unit: 'seconds',
      meaning: 'From the parsed head to the end of the reply',
      labels: ['route'],
    },
    { name: 'gateway_client_connections', type: 'gauge', unit: '1', meaning: 'Open client connections' },
    { name: 'gateway_tunnels', type: 'gauge', unit: '1', meaning: 'Open WebSockets' },
  ],
)

export const ofIdentity: readonly Metric[] = said(
  ['identity-api'],
  [
    pool('identity'),
    {
      name: 'identity_hub_connections',
      type: 'gauge',
      unit: '1',
      meaning: 'Services connected to the identity hub',
    },
    {
      name: 'identity_sign_ins_total',
      type: 'counter',
      unit: '1',
      meaning:
        'Steps of signing in by what became of them: signed_in, pending for a second factor, or the code of the refusal',
      labels: ['outcome'],
    },
    {
      name: 'identity_sms_total',
      type: 'counter',
      unit: '1',
      meaning: 'Text messages by what the provider made of them: sent, failed, unknown',
      labels: ['state'],
    },
  ],
)

export const ofPharmacy: readonly Metric[] = said(
  ['pharmacy-api'],
  [
    pool('pharmacy'),
    {
      name: 'pharmacy_import_runs_total',
      type: 'counter',
      unit: '1',
      meaning: 'Checks and applications of drug lists that ended, by outcome of their thread: done, failed',
      labels: ['outcome'],
    },
    {
      name: 'pharmacy_sms_total',
      type: 'counter',
      unit: '1',
      meaning: 'Text messages by template and what became of them',
      labels: ['template', 'state'],
    },
    {
      name: 'pharmacy_store_codes_dropped_total',
      type: 'counter',
      unit: '1',
      meaning:
        'Codes that were not sent although somebody waits: too many within an hour, or the store API was away',
      labels: ['why'],
    },
    {
      name: 'pharmacy_store_code_tries_total',
      type: 'counter',
      unit: '1',
      meaning: 'Codes that were typed, by verdict: right, wrong, not_judged',
      labels: ['verdict'],
    },
    {
      name: 'pharmacy_store_codes_waiting',
      type: 'gauge',
      unit: '1',
      meaning: 'Asks for codes that wait or are under way; 200 at most',
    },
  ],
)

export const ofPortal: readonly Metric[] = said(
  ['portal'],
  [
    { name: 'portal_event_streams', type: 'gauge', unit: '1', meaning: 'Live pages of the panel' },
    {
      name: 'portal_identity_away_seconds',
      type: 'gauge',
      unit: 'seconds',
      meaning: 'For how long the identity hub has not been heard; 0 while it is',
    },
    {
      name: 'relay_hub',
      type: 'gauge',
      unit: '1',
      meaning: 'The relay hub: counters since the start, and what is there now, by figure',
      labels: ['figure'],
    },
    {
      name: 'relay_hub_mesh',
      type: 'gauge',
      unit: '1',
      meaning: 'The way to other hubs by figure; isUp is 0 while NATS is away',
      labels: ['figure'],
      needs: 'Nats__Url',
    },
  ],
)

export { ofStore } from './store-metrics.ts'

/** Of `relay_hub`. */
export const hubFigures: Readonly<Record<string, string>> = {
  sessions: 'Computers that are registered at this hub',
  unproven: 'Sockets that have not registered',
  admissionsRefused: 'Upgrades and handshakes that were refused, since the start',
  silentSessions: 'Computers with two or more heartbeats unanswered in a row',
  leaseHeld: '0 while the lease of the hub is not known to be in force: nobody is told who is online',
  relayed: 'Messages between computers that were passed on, since the start',
  relaysRefused: 'Messages between computers that were refused, since the start',
  nudgesAnswered: 'Heartbeats that were answered, since the start',
  nudgesUnanswered: 'Heartbeats that were not answered, since the start',
  sessionsReopened: 'Sessions that were opened again at the store API, since the start',
  statusEventsTold: 'Changes of presence that were told to computers, since the start',
  assignmentsSent: 'Printer assignments that were sent to computers, since the start',
  assignmentsReceived: 'Printer assignments that computers said to keep, since the start',
}
