// The demo's payment provider, which is not there: orders can be paid at its page. Started before the platform, which is told where it is.
import { PortText, readSettings, type Environment } from '@pharmacy-relay/shared/env.ts'
import { programArguments } from '../program-file.ts'
import type { Supervisor } from '../supervisor.ts'

const paymentPortSettings = {
  PaymentProvider__Port: { schema: PortText, help: 'port of the payment stand-in', fallback: '5197' },
} as const

interface Places {
  readonly dataFolder: string
  readonly logFolder: string
  readonly environment: Environment
  readonly gatewayUrl: string
}

export interface DemoPayments {
  /** What it holds, and how it is made unkind. */
  readonly pageUrl: string
  /** By which the store API finds it. */
  readonly environment: Readonly<Record<string, string>>
}

/** Null where a provider is set up: then orders are paid there. Throws with words when it does not start. */
export async function startDemoPayments(
  supervisor: Supervisor,
  { dataFolder, logFolder, environment, gatewayUrl }: Places,
): Promise<DemoPayments | null> {
  if ((environment['Payments__ProviderUrl'] ?? '') !== '') return null
  const { PaymentProvider__Port: port } = readSettings(paymentPortSettings, environment)
  const args = programArguments('relay-server/payment-provider/main.ts', environment)
  const own = {
    PaymentProvider__WebhookUrl: `${gatewayUrl}/Store/api/v1/store/payment-events`,
    ...environment,
    PaymentProvider__Port: String(port),
    Data__Folder: dataFolder,
  }
  await supervisor.start({ name: 'payment-provider', args, environment: own, logFolder })
  const url = `http://127.0.0.1:${port}`
  return { pageUrl: `${url}/`, environment: { Payments__ProviderUrl: url } }
}
