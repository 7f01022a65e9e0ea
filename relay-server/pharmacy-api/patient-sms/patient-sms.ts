// Text messages to patients as one part: its endpoints, what sends behind the answer, and what is forgotten.
import type { PatientSms, patientSmsApi } from '@pharmacy-relay/shared/api/pharmacy/sms.ts'
import type { smsOptOutsApi } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import type { Cancel } from '@pharmacy-relay/shared/clock.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { DAY_MS, HOUR_MS } from '../sms/code-limits.ts'
import { asKeeper } from '../tenants/tenant-transaction.queries.ts'
import { tenantOf } from '../tenants/tenant.ts'
import { askForMessage, type AskingParts } from './asking.ts'
import { forgetPatientMessages, type PatientMessageRow } from './messages.queries.ts'
import { forgetOptOutLinks } from './opt-out-links.queries.ts'
import { optOutHandlers } from './opting-out.ts'
import { startSender, type SenderParts } from './sender.ts'

export interface PatientSmsPart {
  readonly handlers: EndpointHandlers<typeof patientSmsApi & typeof smsOptOutsApi>
  idle(): Promise<void>
  stop(): Promise<void>
}

const KEPT_MS = 90 * DAY_MS

export function startPatientSms(parts: AskingParts & SenderParts): PatientSmsPart {
  const sender = startSender(parts)
  const stopForgetting = forgetEveryHour(parts)
  return {
    handlers: {
      ...optOutHandlers(parts.desk),
      sendPatientSms: async (request) => {
        const row = await askForMessage(parts, { tenant: tenantOf(request), request: request.body })
        sender.wake()
        return seen(row)
      },
    },
    idle: async () => sender.idle(),
    stop: async () => {
      stopForgetting()
      await sender.stop()
    },
  }
}

function seen({ requestId, state, reason, dueAt }: PatientMessageRow): PatientSms {
  return { requestId, state, reason, goesOutAt: state === 'queued' ? dueAt.toISOString() : null }
}

function forgetEveryHour({ desk: { db, clock }, logger }: SenderParts): Cancel {
  let cancel: Cancel = () => {}
  const forget = (): void => {
    const now = new Date(clock.wallMs())
    const before = new Date(now.getTime() - KEPT_MS)
    Promise.all([
      asKeeper(db, async (trx) => forgetPatientMessages(trx, before)),
      forgetOptOutLinks(db, now),
    ]).catch((error: unknown) => logger.error('patient-sms.not-forgotten', error))
    cancel = clock.after(HOUR_MS, forget)
  }
  forget()
  return () => cancel()
}
