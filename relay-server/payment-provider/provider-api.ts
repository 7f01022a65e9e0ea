// The stand-in's API, as a shop calls it: make, look, capture, cancel, refund.
import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { Currency, SumMinor } from '@pharmacy-relay/shared/api/shop/amounts.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { Language } from '@pharmacy-relay/shared/texts/languages.ts'
import type { Intent, IntentAct } from './intent.ts'
import type { Intents } from './intents.ts'
import { createKeyReplies, type ApiReply } from './key-replies.ts'
import type { Switches } from './switches.ts'

const NewIntentBody = z.strictObject({
  reference: Uuid,
  amountMinor: SumMinor.min(1),
  currency: Currency,
  returnUrl: z.url({ protocol: /^https?$/ }).max(2_000),
  language: Language,
})
const RefundBody = z.strictObject({ amountMinor: SumMinor.min(1) })

export interface ProviderApiParts {
  readonly clock: Clock
  readonly apiKey: string
  readonly intents: Intents
  readonly switches: Switches
  /** Where a person pays. */
  readonly pageUrl: (pageToken: string) => string
}

/** What a shop sees of an intent; the page's token is in its address alone, while somebody must go there. */
export function shownIntent(intent: Intent, pageUrl: ProviderApiParts['pageUrl']) {
  const { pageToken, returnUrl: _return, language: _language, createdMs: _created, ...shown } = intent
  const { changedMs: _changed, ...said } = shown
  return { ...said, pageUrl: intent.state === 'requires_action' ? pageUrl(pageToken) : null }
}

type Work = (request: Request) => ApiReply

export function providerApi(parts: ProviderApiParts): Router {
  const router = Router()
  const replies = createKeyReplies(parts.clock)
  const answer =
    (work: Work): RequestHandler =>
    (request, response) => {
      const meant = JSON.stringify([request.method, request.path, request.body])
      const key = request.method === 'GET' ? null : (request.get('idempotency-key') ?? null)
      const reply = replies.reply(key, meant, () => work(request))
      send(parts, response, reply)
    }
  const { make, look, capture, cancel, refund } = worksOf(parts)
  router.use(admit(parts), express.json({ limit: 16_384 }))
  router.post('/intents', answer(make))
  router.get('/intents/:id', answer(look))
  router.post('/intents/:id/capture', answer(capture))
  router.post('/intents/:id/cancel', answer(cancel))
  router.post('/intents/:id/refund', answer(refund))
  return router
}

function worksOf({ intents, pageUrl }: ProviderApiParts) {
  const shown = (intent: Intent | null, status = 200): ApiReply =>
    intent === null ? NOT_ALLOWED : { status, body: shownIntent(intent, pageUrl) }
  const known = ({ params }: Request): Intent | null => intents.find(String(params['id']))
  const does =
    (actOf: (body: unknown) => IntentAct | null): Work =>
    (request) => {
      const intent = known(request)
      const act = actOf(request.body)
      if (act === null) return MALFORMED
      return intent === null ? NOT_FOUND : shown(intents.act(intent.id, act))
    }
  return {
    make: ({ body }: Request): ApiReply => {
      const given = NewIntentBody.safeParse(body)
      return given.success ? shown(intents.make(given.data), 201) : MALFORMED
    },
    look: (request: Request): ApiReply => {
      const intent = known(request)
      return intent === null ? NOT_FOUND : shown(intent)
    },
    capture: does(() => ({ kind: 'capture' })),
    cancel: does(() => ({ kind: 'cancel' })),
    refund: does((body) => {
      const given = RefundBody.safeParse(body)
      return given.success ? { kind: 'refund', ...given.data } : null
    }),
  }
}

const NOT_ALLOWED: ApiReply = { status: 409, body: { code: 'not_allowed' } }
const MALFORMED: ApiReply = { status: 400, body: { code: 'malformed' } }
const NOT_FOUND: ApiReply = { status: 404, body: { code: 'not_found' } }

function admit({ apiKey, switches }: ProviderApiParts): RequestHandler {
  const right = Buffer.from(`Bearer ${apiKey}`)
  return (request, response, next) => {
    if (switches.isAway) return void response.status(503).json({ code: 'away' })
    const given = Buffer.from(request.get('authorization') ?? '')
    if (given.length !== right.length || !timingSafeEqual(given, right))
      return void response.status(401).json({ code: 'not_trusted' })
    next()
  }
}

/** The work is done by now, whatever becomes of the reply. */
function send({ switches, clock }: ProviderApiParts, response: Response, { status, body }: ApiReply): void {
  if (switches.lostReplies > 0) {
    switches.lostReplies -= 1
    response.socket?.destroy()
    return
  }
  if (switches.slowMs === 0) return void response.status(status).json(body)
  const cancel = clock.after(switches.slowMs, () => response.status(status).json(body))
  response.on('close', cancel)
}
