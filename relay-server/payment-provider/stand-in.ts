// A payment provider that is not there: a real server with an API, a payment page and webhooks, as unkind as its switches say.
import express from 'express'
import { createServer } from 'node:http'
import { systemClock, type Clock } from '@pharmacy-relay/shared/clock.ts'
import { closeServer, listen } from '../http/listen.ts'
import { heldPage } from './held-page.ts'
import type { Intent } from './intent.ts'
import { createIntents, type Intents } from './intents.ts'
import { keptFile, readKept, type KeptFile } from './kept-intents.ts'
import { payPages } from './pay-page.ts'
import { providerApi, shownIntent } from './provider-api.ts'
import { KIND, SwitchesForm, type Switches } from './switches.ts'
import { createWebhookSender, type WebhookOptions, type WebhookSender } from './webhook-sender.ts'

export interface PaymentStandInOptions {
  readonly host: string
  /** 0 picks a free port. */
  readonly port: number
  readonly apiKey: string
  readonly webhook: WebhookOptions
  /** Where browsers find it; null: at host and port. */
  readonly publicUrl?: string | null
  /** Where payments are kept over a restart; null: nowhere. */
  readonly file?: string | null
  readonly clock?: Clock
}

export interface PaymentStandIn {
  readonly url: string
  readonly intents: Intents
  readonly switches: Switches
  readonly webhooks: WebhookSender
  stop(): Promise<void>
}

/** Throws PortBusyError. */
export async function startPaymentStandIn(options: PaymentStandInOptions): Promise<PaymentStandIn> {
  const { host, port, webhook, file = null, clock = systemClock } = options
  const switches: Switches = { ...KIND }
  const webhooks = createWebhookSender({ clock, options: webhook, switches: () => switches })
  let url = ''
  const pageUrl = (token: string): string => `${options.publicUrl ?? url}/pay/${token}`
  let kept: KeptFile | null = null
  const intents = createIntents({
    clock,
    kept: file === null ? [] : await readKept(file),
    changed: (intent: Intent, kind) => {
      kept?.changed()
      if (kind !== '') webhooks.send(kind, shownIntent(intent, pageUrl))
    },
  })
  if (file !== null) kept = keptFile(file, () => intents.list())
  const server = createServer(app({ ...options, clock }, { intents, switches, webhooks, pageUrl }))
  url = `http://${host}:${await listen(server, { host, port, setting: 'PaymentProvider__Port' })}`
  return {
    url,
    intents,
    switches,
    webhooks,
    stop: async () => {
      await Promise.all([closeServer(server, 0), webhooks.stop()])
      await kept?.idle()
    },
  }
}

interface Inside {
  readonly intents: Intents
  readonly switches: Switches
  readonly webhooks: WebhookSender
  readonly pageUrl: (token: string) => string
}

function app({ apiKey, clock }: PaymentStandInOptions & { readonly clock: Clock }, inside: Inside) {
  const { intents, switches, webhooks, pageUrl } = inside
  const served = express()
  served.disable('x-powered-by')
  served.use('/v1', providerApi({ clock, apiKey, intents, switches, pageUrl }))
  served.use('/pay', payPages({ intents, switches }))
  served.get('/', (_request, response) => {
    const held = { intents: intents.list(), deliveries: webhooks.deliveries, switches }
    response.send(heldPage(held))
  })
  served.post('/switches', express.urlencoded({ extended: false }), ({ body }, response) => {
    const given = SwitchesForm.safeParse(body)
    if (!given.success) return void response.status(422).send('These switches cannot be set')
    Object.assign(switches, given.data)
    response.redirect(303, '/')
  })
  served.post('/intents/:id/lapse', ({ params }, response) => {
    intents.act(params.id, { kind: 'lapse' })
    response.redirect(303, '/')
  })
  return served
}
