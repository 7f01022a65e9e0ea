// The payment provider's stand-in beside the store that is killed: it lives on, sends webhooks twice, and finds each new store.
import {
  startPaymentStandIn,
  type PaymentStandIn,
} from '@pharmacy-relay/relay-server/payment-provider/stand-in.ts'
import { createHttpProvider } from '@pharmacy-relay/relay-server/store-api/shop/payments/provider/http-provider.ts'
import type { PaymentProvider } from '@pharmacy-relay/relay-server/store-api/shop/payments/provider/provider.ts'
import type { ProviderPlace } from '../../kit/shop/store-words.ts'

const API_KEY = 'a-key-of-the-campaign-of-kills'
const WEBHOOK_SECRET = 'a-secret-of-the-campaign-that-is-long-enough'

export interface Bank {
  readonly standIn: PaymentStandIn
  readonly place: ProviderPlace
  /** As the shop reaches it. */
  readonly provider: PaymentProvider
  /** Where its webhooks go from now on, also those that wait. */
  tell(storeUrl: string): void
}

export async function startBank(): Promise<Bank> {
  const webhook = { url: 'http://127.0.0.1:9', secret: WEBHOOK_SECRET }
  const standIn = await startPaymentStandIn({ host: '127.0.0.1', port: 0, apiKey: API_KEY, webhook })
  standIn.switches.webhooks = 'twice'
  const { url } = standIn
  return {
    standIn,
    place: { url, apiKey: API_KEY, webhookSecret: WEBHOOK_SECRET },
    provider: createHttpProvider({
      url,
      apiKey: API_KEY,
      webhookSecrets: [WEBHOOK_SECRET],
      timeoutMs: 10_000,
    }),
    tell: (storeUrl) => {
      webhook.url = `${storeUrl}/api/v1/store/payment-events`
    },
  }
}
