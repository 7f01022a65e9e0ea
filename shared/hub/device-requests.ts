// What staff may ask of one device, a row for each request: its exchange, its deadline, its endpoint and the staff log.
//
//   panel ── endpoint ──▶ store API ── AskDeviceAsync(session, name, args) ──▶ portal ──▶ relay hub ── name(...args) ──▶ device
//            12 s            10 s                      9 s                                     8 s
//
// With a trace id both messages are AskTracedAsync: to a portal that answers it, and to a device whose hello says that it knows it.
// Between the endpoint and the device's handler nobody knows a request: it is carried by name and checked against this table.
import { z } from 'zod'
import { endpoint } from '../api/endpoint.ts'
import { COMPUTER, CUSTOMER, computerParams, customerParams } from '../api/panel-paths.ts'
import { Diagnosis } from '../diagnosis.ts'
import { Id, Uuid, lineOfText } from '../ids.ts'
import { labelNumber } from '../labels/label-number.ts'
import { jobListNames } from '../labels/job-lists.ts'
import { MAX_LISTED_JOBS, PrintJob } from '../print-job.ts'
import { PrinterList } from '../printer.ts'
import { UpdateCheck } from '../update-codes.ts'
import { STAFF_ROLES } from '../user-role.ts'
import { closed, readerOf } from '../wire.ts'
import { answered, PLAIN, REFUSALS, type DeviceRequest } from './device-request.ts'
import { HubError } from './request-reply.ts'

/** A request on its way, before this table has judged it. */
export const deviceRequestCall = { name: lineOfText(64), args: z.array(z.unknown()).max(8) }

const MAX_SUMMARY = 500

/** A list that is not known is refused: another one would be wrong. */
const JobList = closed(z.enum(jobListNames))
/** `n` of a job, in a query. */
const JobNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be the number of a label')
  .transform(Number)
/** As JobPage of job-lists.ts. */
const AskedJobs = z.strictObject({
  only: JobList.nullable(),
  before: z.int().min(1).nullable(),
})

const A_LABEL: PrintJob = {
  id: '7d0f1c1e-54a4-4f0e-9d5e-0f5c1f4b8a11',
  n: 75,
  state: 'sent_to_printer',
  reasons: [],
  sender: 'this computer',
  bytes: 140,
  language: 'zpl',
  destination: 'cups:ZD421',
  attempts: 1,
  acceptedAt: '2026-11-20T09:00:00.000Z',
  changedAt: '2026-11-20T09:00:01.000Z',
}

const A_DIAGNOSIS: Diagnosis = {
  computerName: 'COUNTER-1',
  at: '2026-11-20T09:00:00.000Z',
  role: 'Client',
  path: 'lan',
  hops: [{ hop: 'role', verdict: 'ok', code: 'role_client', facts: { computer: 'DISPENSARY' }, tookMs: 0 }],
  blocking: null,
  tookMs: 2_512,
}

export const deviceRequests = {
  /** Asks the system for its printers, which takes some 2 to 5 s. */
  ListPrintersAsync: {
    ...PLAIN,
    reply: PrinterList,
    sample: [{ id: 'cups:ZD421', name: 'ZD421', detail: 'Zebra ZD421' }] satisfies PrinterList,
    log: {
      action: 'computer.list-printers',
      at: 'asked',
      summary: (pcName: string) => `Asked ${pcName} for its printers`,
    },
    endpoint: endpoint({
      method: 'POST',
      path: `${CUSTOMER}/request-printers`,
      summary: 'Ask a device for its printer list; takes up to 10 s',
      access: ['Admin'],
      params: customerParams,
      body: z.strictObject({ computerId: Id }),
      reply: answered(PrinterList),
      refusals: REFUSALS,
    }),
  },
  /** Answered when the label has left or failed, after 6 s as it then stands. INVALID, with why, when labels have nowhere to go. */
  PrintTestLabelAsync: {
    ...PLAIN,
    reply: PrintJob,
    sample: A_LABEL,
    ifUnanswered: 'Look at its printer before you try again: the label may still come out.',
    needs: 'role',
    log: {
      action: 'computer.test-label',
      at: 'asked',
      summary: (pcName: string) => `Asked ${pcName} for a test label`,
    },
    endpoint: endpoint({
      method: 'POST',
      path: `${COMPUTER}/test-label`,
      summary: 'Print a test label from a computer, the way of its labels; takes up to 10 s',
      access: STAFF_ROLES,
      params: computerParams,
      reply: answered(PrintJob),
      refusals: REFUSALS,
    }),
  },
  /**
   * At most so many: those that wait for somebody or for the printer, then the newest; newest first. With a page only what is
   * on it. A device of before refuses a page as INVALID.
   */
  ListJobsAsync: {
    ...PLAIN,
    args: z.tuple([z.int().min(1).max(MAX_LISTED_JOBS), AskedJobs.optional()]),
    reply: z.array(PrintJob).max(MAX_LISTED_JOBS),
    sample: [A_LABEL],
    argsOf: ({ only = null, before = null }) =>
      (only ?? before) === null ? [MAX_LISTED_JOBS] : [MAX_LISTED_JOBS, { only, before }],
    isNewer: (args) => args.length > 1,
    log: {
      action: 'computer.list-jobs',
      at: 'answered',
      summary: (pcName: string, _args: readonly unknown[], jobs: readonly PrintJob[]) =>
        jobs.length === 0
          ? `Looked for labels of ${pcName}`
          : `Read of labels ${jobs.map(labelNumber).join(', ')} of ${pcName}`.slice(0, MAX_SUMMARY),
    },
    endpoint: endpoint({
      method: 'GET',
      path: `${COMPUTER}/jobs`,
      summary: 'Ask a device for its labels, never for what is on them; takes up to 10 s',
      access: STAFF_ROLES,
      params: computerParams,
      query: z.strictObject({ only: JobList.optional(), before: JobNumber.optional() }),
      reply: answered(z.array(PrintJob).max(MAX_LISTED_JOBS)),
      refusals: REFUSALS,
    }),
  },
  /** Asked again, it changes nothing. INVALID, with why, for a job that cannot be cancelled any more. */
  CancelJobAsync: {
    ...PLAIN,
    args: z.tuple([Uuid]),
    reply: PrintJob,
    sample: { ...A_LABEL, state: 'cancelled' } satisfies PrintJob,
    argsOf: ({ jobId }) => [jobId],
    log: {
      action: 'computer.cancel-job',
      at: 'asked',
      summary: (pcName: string, [jobId]: readonly string[]) => `Asked ${pcName} to cancel label ${jobId}`,
    },
    endpoint: endpoint({
      method: 'POST',
      path: `${COMPUTER}/jobs/{jobId}/cancel`,
      summary: 'Have a device cancel a label that waits or is held; takes up to 10 s',
      access: STAFF_ROLES,
      params: computerParams.extend({ jobId: Uuid }),
      reply: answered(PrintJob),
      refusals: REFUSALS,
    }),
  },
  /** Tests every place that a label comes by, and prints nothing. Answered within 8 s. */
  CollectDiagnosticsAsync: {
    ...PLAIN,
    reply: Diagnosis,
    sample: A_DIAGNOSIS,
    log: {
      action: 'computer.diagnose',
      at: 'asked',
      summary: (pcName: string) => `Had ${pcName} check its connection`,
    },
    endpoint: endpoint({
      method: 'POST',
      path: `${COMPUTER}/diagnosis`,
      summary: 'Have a device test the way of its labels, without printing; takes up to 10 s',
      access: STAFF_ROLES,
      params: computerParams,
      reply: answered(Diagnosis),
      refusals: REFUSALS,
    }),
  },
  /**
   * Looks for an update now, and takes it by itself when no label is being sent, as it would within hours. INVALID, with why,
   * where no updates are looked for. Answered within 7 s, before anything is fetched.
   */
  CheckUpdatesAsync: {
    ...PLAIN,
    reply: UpdateCheck,
    sample: { version: '1.3.2', step: 'idle', offered: null, fault: null } satisfies UpdateCheck,
    log: {
      action: 'computer.update',
      at: 'asked',
      summary: (pcName: string) => `Had ${pcName} look for an update`,
    },
    endpoint: endpoint({
      method: 'POST',
      path: `${COMPUTER}/update`,
      summary: 'Have a device look for an update now, and take it; takes up to 10 s',
      access: STAFF_ROLES,
      params: computerParams,
      reply: answered(UpdateCheck),
      refusals: REFUSALS,
    }),
  },
} as const satisfies Readonly<Record<string, DeviceRequest>>

type DeviceRequests = typeof deviceRequests
export type DeviceRequestName = keyof DeviceRequests

export const requestNames = Object.keys(deviceRequests) as DeviceRequestName[]

/** One value for each request, by name. */
export function forEachRequest<V>(make: (name: DeviceRequestName) => V): Record<DeviceRequestName, V> {
  return Object.fromEntries(requestNames.map((name) => [name, make(name)])) as Record<DeviceRequestName, V>
}

/** Their endpoints, for the table of the store API. */
export const deviceEndpoints = forEachRequest((name) => deviceRequests[name].endpoint) as {
  readonly [N in DeviceRequestName]: DeviceRequests[N]['endpoint']
}

/** What somebody else named, checked. Throws HubError UNKNOWN_EVENT and INVALID. */
export function checkedRequest(name: string, given: readonly unknown[]) {
  if (!isRequest(name)) throw new HubError('UNKNOWN_EVENT', 'There is no such request')
  const args = readerOf(deviceRequests[name].args).safeParse(given)
  if (!args.success) throw new HubError('INVALID', z.prettifyError(args.error).slice(0, 1_000))
  return { name, args: args.data }
}

/** Object.hasOwn: `__proto__` and `constructor` are no requests. */
function isRequest(name: string): name is DeviceRequestName {
  return Object.hasOwn(deviceRequests, name)
}
