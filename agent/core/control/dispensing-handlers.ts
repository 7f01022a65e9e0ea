// What the window asks for a pharmacist, each of the user of this computer whose window it is.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { dispensing } from '../../contract/dispensing.ts'
import { pharmacyApi } from '@pharmacy-relay/shared/api/pharmacy-api.ts'
import { counterHandlers } from './counter-handlers.ts'
import type { PharmacyClient } from '../dispensing/pharmacy-client.ts'
import type { ScanListener } from '../dispensing/scan-listener.ts'
import { prescriptionHandlers, type PrescriptionHandlersParts } from './prescription-handlers.ts'
import type { SignedInPharmacist } from '../dispensing/pharmacist-session.ts'

export interface DispensingParts extends PrescriptionHandlersParts {
  readonly pharmacist: Pick<SignedInPharmacist, 'view' | 'signIn' | 'finish' | 'used' | 'end'>
  readonly pharmacy: Pick<PharmacyClient, 'of'>
  readonly scans: Pick<ScanListener, 'last'>
}

export function dispensingHandlers(
  parts: DispensingParts,
  who: string,
): Pick<AgentHandlers, keyof typeof dispensing> {
  const { pharmacist, pharmacy, scans } = parts
  const none = { params: null, query: null, body: null }
  return {
    ...prescriptionHandlers(parts, who),
    ...counterHandlers(parts, who),
    lastScan: async () => ({ scan: pharmacist.view(who).state === 'signed_in' ? scans.last() : null }),
    scannerCode: async () => pharmacy.of(who).call(pharmacyApi.makeDevicePairCode, none),
    session: async () => pharmacist.view(who),
    signIn: async (given) => {
      await pharmacist.signIn(who, given)
      return pharmacist.view(who)
    },
    finishSignIn: async ({ code }) => {
      await pharmacist.finish(who, code)
      return pharmacist.view(who)
    },
    stayInSession: async () => {
      pharmacist.used(who)
      return pharmacist.view(who)
    },
    signOut: async ({ because }) => {
      if (pharmacist.view(who).state !== 'signed_out') pharmacist.end(because)
      return pharmacist.view(who)
    },
  }
}
