// The payment provider that is not there, as a program: for trying, beside the store API.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { PortText } from '@pharmacy-relay/shared/env.ts'
import { isProduction, runProgram } from '../http/program.ts'
import { startPaymentStandIn } from './stand-in.ts'

const HOST = '127.0.0.1'

await runProgram({
  name: 'payment stand-in',
  settings: {
    PaymentProvider__Port: { schema: PortText, help: 'Port of the payment stand-in', fallback: '5197' },
    PaymentProvider__PublicUrl: {
      schema: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
      help: 'Where browsers find its payment page; empty: at its port on this computer',
      fallback: '',
    },
    PaymentProvider__WebhookUrl: {
      schema: z.url({ protocol: /^https?$/ }),
      help: 'Where it sends its events: the store API, through the gateway',
      fallback: 'http://127.0.0.1:5082/Store/api/v1/store/payment-events',
    },
    Payments__ApiKey: {
      schema: z.string().min(16).max(256),
      help: 'By which it knows the shop',
      fallback: null,
      secret: true,
    },
    Payments__WebhookSecret: {
      schema: z.string().min(32).max(256),
      help: 'By which it signs its events',
      fallback: null,
      secret: true,
    },
  },
  start: async ({ settings, dataFolder }) => {
    if (isProduction(process.env))
      throw new Error('The payment stand-in moves no money: it is not for production')
    const folder = path.join(dataFolder, 'payment-provider')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const standIn = await startPaymentStandIn({
      host: HOST,
      port: settings.PaymentProvider__Port,
      apiKey: settings.Payments__ApiKey,
      webhook: { url: settings.PaymentProvider__WebhookUrl, secret: settings.Payments__WebhookSecret },
      publicUrl: settings.PaymentProvider__PublicUrl.replace(/\/+$/, '') || null,
      file: path.join(folder, 'payments.json'),
    })
    return {
      where: `payment stand-in on ${standIn.url} (Payments__ProviderUrl=${standIn.url})`,
      stop: () => standIn.stop(),
    }
  },
})
