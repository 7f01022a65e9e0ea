// Asks a connected device for something through its relay hub, and says why it did not answer.
import { lacking, type DeviceRequest } from '@pharmacy-relay/shared/hub/device-request.ts'
import { deviceRequests, type DeviceRequestName } from '@pharmacy-relay/shared/hub/device-requests.ts'
import { HubError, type HubCode } from '@pharmacy-relay/shared/hub/request-reply.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { Caller } from '../../auth/access-token.ts'
import { recordStaffOperation } from '../audit/staff-operations.queries.ts'
import { currentTraceId } from '../../http/trace.ts'
import type { StoreDb } from '../database.ts'
import type { ReportingComputer } from '../printing/printers.queries.ts'
import { newestSessions } from '../printing/push-targets.queries.ts'
import { offline } from '../printing/role-plan.ts'
import type { HubSockets } from '../store-hub/hub-sockets.ts'
import { plainTexts } from './plain-text.ts'

const RETRY_AFTER_S = 2
/** As long as the detail of a reason may be. */
const MAX_TEXT = 300

export interface AskParts {
  readonly db: StoreDb
  readonly sockets: HubSockets
}

/** What is asked of which computer, and by whom. */
export interface Asked {
  readonly name: DeviceRequestName
  readonly args: readonly unknown[]
  readonly customerId: number
  readonly computer: Pick<ReportingComputer, 'id' | 'pcName' | 'role'>
  readonly caller: Caller
}

/**
 * The device's answer, checked, as the database can keep it. Throws ProblemError `device_offline` (at once when it is),
 * `device_timeout`, `state_conflict`, `unavailable`.
 */
export async function askDevice(parts: AskParts, asked: Asked): Promise<unknown> {
  const request: DeviceRequest = deviceRequests[asked.name]
  const { pcName, role } = asked.computer
  const lack = lacking(request.needs, role)
  if (lack !== null) throw new ProblemError('state_conflict', reason(lack, { computer: pcName }))
  const [session] = await newestSessions(parts.db, [asked.computer.id])
  if (session === undefined) throw offline(pcName)
  if (request.log?.at === 'asked') await record(parts.db, { asked, request })
  const answer = await sent(parts.sockets, session, { asked, request })
  if (request.log?.at === 'answered') await record(parts.db, { asked, request }, answer)
  return plainTexts(answer)
}

/** The outcome of the whole, or `device_timeout`, however long the database takes around the device. */
export async function within<R>(totalMs: number, work: Promise<R>): Promise<R> {
  const late = Promise.withResolvers<never>()
  const text = 'The computer did not answer in time. Try again.'
  const timer = setTimeout(() => late.reject(new ProblemError('device_timeout', text)), totalMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

async function sent(
  sockets: HubSockets,
  { hubId, sessionId }: { readonly hubId: string; readonly sessionId: string },
  { asked, request }: { readonly asked: Asked; readonly request: DeviceRequest },
): Promise<unknown> {
  const { name, computer, args } = asked
  try {
    const data = await overHub(sockets, { hubId, sessionId, name, args, timeoutMs: request.deadline.hubMs })
    const answer = request.reply.safeParse(data)
    if (!answer.success) throw new HubError('INVALID', 'its answer cannot be read')
    return answer.data
  } catch (error) {
    if (!(error instanceof HubError)) throw error
    const isOld = error.code === 'INVALID' && error.reason === null && request.isNewer?.(args) === true
    throw isOld ? tooOld(computer.pcName) : problemOf(error, computer.pcName, request)
  }
}

interface OverHub extends Pick<Asked, 'name' | 'args'> {
  readonly hubId: string
  readonly sessionId: string
  readonly timeoutMs: number
}

/** With the trace of whoever asks. A portal of an earlier version has done nothing yet, and is asked without. */
async function overHub(sockets: HubSockets, { hubId, ...call }: OverHub): Promise<unknown> {
  const { sessionId, name, args, timeoutMs } = call
  const traceId = currentTraceId()
  const plain = async () =>
    sockets.ask(hubId, { event: 'AskDeviceAsync', args: [sessionId, name, [...args]], timeoutMs })
  if (traceId === null) return plain()
  const traced = { sessionId, name, args: [...args], traceId }
  return sockets
    .ask(hubId, { event: 'AskTracedAsync', args: [traced], timeoutMs })
    .catch(async (error: unknown) => {
      if (error instanceof HubError && error.code === 'UNKNOWN_EVENT') return plain()
      throw error
    })
}

/** Writes the staff log where the table says so; `answer` undefined: nobody knows what the device did. */
async function record(
  db: StoreDb,
  { asked, request: { log } }: { readonly asked: Asked; readonly request: DeviceRequest },
  answer?: unknown,
): Promise<void> {
  if (log === null) return
  const { caller, customerId, computer, args } = asked
  const summary = log.summary(computer.pcName, args, answer)
  const done = { action: log.action, customerId, computerId: computer.id, summary }
  await db.transaction().execute((trx) => recordStaffOperation(trx, caller, done))
}

const OFFLINE: readonly HubCode[] = ['PEER_OFFLINE', 'PEER_GONE', 'PEER_UNKNOWN', 'NOT_REGISTERED']
const TIMED_OUT: readonly HubCode[] = ['TIMEOUT', 'DEADLINE']
const TOO_OLD: readonly HubCode[] = ['NOT_SUPPORTED', 'UNKNOWN_EVENT']
const BUSY: readonly HubCode[] = ['HUB_RESTARTING', 'RATE_LIMITED', 'QUEUE_FULL', 'UNAVAILABLE']
/** It was asked, and may have done it: also when it left before it answered. */
const UNSURE: readonly HubCode[] = ['PEER_GONE', ...TIMED_OUT]

/** What a hub's or a device's refusal means to the member of staff who asked. */
function problemOf(error: HubError, pcName: string, { ifUnanswered }: DeviceRequest): ProblemError {
  const { code, message } = error
  if (ifUnanswered !== null && UNSURE.includes(code))
    return new ProblemError('device_timeout', `${pcName} did not answer. ${ifUnanswered}`)
  if (OFFLINE.includes(code)) return offline(pcName)
  if (TIMED_OUT.includes(code))
    return new ProblemError('device_timeout', `${pcName} did not answer in time. Try again.`)
  if (TOO_OLD.includes(code)) return tooOld(pcName)
  if (BUSY.includes(code)) {
    const text = `${pcName} cannot be asked right now. Try again shortly.`
    return new ProblemError('unavailable', text, { retryAfterS: RETRY_AFTER_S, cause: error })
  }
  const text = `${pcName} could not do this: ${message}`.slice(0, MAX_TEXT)
  return new ProblemError('state_conflict', withText(error.reason, text), { cause: error })
}

function tooOld(pcName: string): ProblemError {
  const text = `The agent on ${pcName} cannot do this yet. Install the newest version there.`
  const why: Reason = { ...reason('agent_too_old', { computer: pcName }), detail: text }
  return new ProblemError('state_conflict', why)
}

/** The code and the parameters of a device are texts of a device, too. */
function withText(why: Reason | null, text: string): Reason | string {
  return why === null ? text : Reason.parse(plainTexts({ ...why, detail: text }))
}
