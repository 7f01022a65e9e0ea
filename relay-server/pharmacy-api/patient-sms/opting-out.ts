// A patient follows the link of a message: whose messages they are, and the end of them, at once, at that pharmacy.
import type { smsOptOutsApi } from '@pharmacy-relay/shared/api/pharmacy/sms-opt-outs.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { reason } from '@pharmacy-relay/shared/reasons/make-reason.ts'
import { addressKeys } from '../../http/address-keys.ts'
import { SlidingWindow } from '../../http/admission/sliding-window.ts'
import type { EndpointHandlers } from '../../http/endpoint-router.ts'
import { neededProfile, type PatientDesk } from '../patients/patient-desk.ts'
import { endConsent, type PatientRow } from '../patients/patients.queries.ts'
import { inTenant, type TenantDb } from '../tenants/tenant-transaction.queries.ts'
import { endWaiting, lockPatient } from './messages.queries.ts'
import { optOutHash } from './opt-out-links.ts'
import { patientOfLink } from './opt-out-links.queries.ts'

/** In the access log, in place of an account: the patient himself, or whoever holds his phone. */
const BY_LINK = 'patient-by-link'

/** Generous, as many phones share an address of their network; a guess among 2^80 needs no stricter one. */
const TRIES = { limit: 60, windowMs: 60_000, maxKeys: 10_000 } as const

/** Throws ProblemError: `state_conflict` for a link that is over, `rate_limited`. Neither handler says who the patient is. */
export function optOutHandlers(desk: PatientDesk): EndpointHandlers<typeof smsOptOutsApi> {
  const admit = admission(desk)
  return {
    readSmsOptOut: async ({ body, clientAddress }) => {
      admit(clientAddress)
      return linked(desk, body.token, async (trx, { patient }) => ({
        pharmacy: (await neededProfile(trx)).name,
        isEnded: !patient.smsConsent,
      }))
    },
    optOutOfSms: async ({ body, clientAddress, traceId }) => {
      admit(clientAddress)
      return linked(desk, body.token, async (trx, { patient }) => {
        const { name } = await neededProfile(trx)
        if (patient.smsConsent) await end(desk, { trx, patient, traceId })
        return { pharmacy: name }
      })
    },
  }
}

interface Ended {
  readonly trx: TenantDb
  readonly patient: PatientRow
  readonly traceId: string
}

/** The row gets a new version, so that a form opened before does not give the consent back unseen. */
async function end({ clock, log }: PatientDesk, { trx, patient, traceId }: Ended): Promise<void> {
  const { id: patientId, pharmacyId } = patient
  await endConsent(trx, patientId)
  await endWaiting(trx, { patientId, reason: 'no_consent', now: new Date(clock.wallMs()) })
  const tenant = { pharmacyId, userGuid: BY_LINK, deviceKey: null, traceId }
  await log.write(trx, tenant, [{ act: 'sms', patientId }])
}

/** `work` on the patient of the link, whom nobody else changes meanwhile. */
async function linked<T>(
  { db, clock }: PatientDesk,
  token: string,
  work: (trx: TenantDb, found: { readonly patient: PatientRow }) => Promise<T>,
): Promise<T> {
  const found = await patientOfLink(db, { tokenHash: optOutHash(token), now: new Date(clock.wallMs()) })
  if (found === null) throw over()
  return inTenant(db, found.pharmacyId, async (trx) => {
    const patient = await lockPatient(trx, found.patientId)
    if (patient === null) throw over()
    return work(trx, { patient })
  })
}

const over = (): ProblemError => new ProblemError('state_conflict', reason('opt_out_link_over', {}))

function admission({ clock }: PatientDesk): (clientAddress: string) => void {
  const tries = new SlidingWindow(TRIES)
  return (clientAddress) => {
    const key = addressKeys(clientAddress)?.key ?? clientAddress
    const now = clock.monotonicMs()
    const waitMs = tries.waitMs(key, TRIES.limit, now)
    if (waitMs > 0)
      throw new ProblemError('rate_limited', 'Too many links were followed. Wait a moment.', {
        retryAfterS: Math.ceil(waitMs / 1_000),
      })
    tries.accept(key, TRIES.limit, now)
  }
}
