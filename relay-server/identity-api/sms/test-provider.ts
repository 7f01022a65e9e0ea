// Test support: the SMS stand-in on a free port, and the options by which it is called.
import { makeOwnCertificate } from '../../sms-provider/certificate.ts'
import { startSmsStandIn, type SmsStandIn } from '../../sms-provider/stand-in.ts'
import type { ProviderOptions } from './provider.ts'

export interface TestProvider {
  readonly standIn: SmsStandIn
  readonly options: ProviderOptions
  stop(): Promise<void>
}

export async function startTestProvider(): Promise<TestProvider> {
  const tls = await makeOwnCertificate(new Date())
  const standIn = await startSmsStandIn({ host: '127.0.0.1', port: 0, tls })
  const options = {
    url: `https://127.0.0.1:${standIn.port}/send`,
    user: 'relay',
    password: 'secret & <more>',
    sender: 'Pharmacy',
    authority: tls.cert,
    timeoutMs: 5_000,
  }
  return { standIn, options, stop: () => standIn.stop() }
}
