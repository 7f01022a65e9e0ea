// What the window asks for a pharmacist, each of the user of this computer whose window it is.
import type { AgentHandlers } from '../../contract/agent-api.ts'
import type { dispensing } from '../../contract/dispensing.ts'
import type { SignedInPharmacist } from '../dispensing/pharmacist-session.ts'

export function dispensingHandlers(
  pharmacist: Pick<SignedInPharmacist, 'view' | 'signIn' | 'finish' | 'used' | 'end'>,
  who: string,
): Pick<AgentHandlers, keyof typeof dispensing> {
  return {
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
