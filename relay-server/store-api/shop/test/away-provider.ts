// A payment provider that nobody reaches, for tests that are about something else.
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { ProviderFault, type PaymentProvider } from '../payments/provider/provider.ts'

const nobody = (): Promise<never> => Promise.reject(new ProviderFault('unreachable', ''))

export const providerIsAway: PaymentProvider = {
  create: nobody,
  get: nobody,
  capture: nobody,
  cancel: nobody,
  refund: nobody,
  readEvent: () => {
    throw new ProblemError('request_refused', 'The signature of this event is not valid')
  },
}
