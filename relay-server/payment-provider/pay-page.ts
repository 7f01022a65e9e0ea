// Where a person pays, like a bank's page with 3-D Secure: a card, then the bank's question, then back to the shop. Without script.
import express, { Router, type Response } from 'express'
import { z } from 'zod'
import { escaped, moneyText, page } from './html.ts'
import type { Intent } from './intent.ts'
import type { Intents } from './intents.ts'
import { pageTexts } from './page-texts.ts'
import type { Switches } from './switches.ts'

const CardForm = z.object({
  number: z
    .string()
    .transform((text) => text.replaceAll(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{12,19}$/)),
})
const AnswerForm = z.object({ answer: z.enum(['approve', 'decline']) })

export interface PayPageParts {
  readonly intents: Intents
  readonly switches: Switches
}

export function payPages(parts: PayPageParts): Router {
  const { intents } = parts
  const router = Router()
  router.use(express.urlencoded({ extended: false, limit: 4_096 }))
  router.get('/:token', ({ params }, response) => show(parts, response, params))
  router.post('/:token/card', ({ params: { token }, body }, response) => {
    const intent = intents.findByPage(token)
    const card = CardForm.safeParse(body)
    if (intent !== null && !card.success) return show(parts, response.status(422), { token, isWrong: true })
    if (intent !== null && card.success) intents.act(intent.id, { kind: 'card', number: card.data.number })
    goOn(parts, response, token)
  })
  router.post('/:token/leave', ({ params: { token } }, response) => {
    const intent = intents.findByPage(token)
    if (intent !== null) intents.act(intent.id, { kind: 'card', number: null })
    goOn(parts, response, token)
  })
  router.post('/:token/answer', ({ params: { token }, body }, response) => {
    const intent = intents.findByPage(token)
    const given = AnswerForm.safeParse(body)
    if (intent !== null && given.success)
      intents.act(intent.id, { kind: 'answer', isApproved: given.data.answer === 'approve' })
    goOn(parts, response, token)
  })
  return router
}

/** To the next step, or back to the shop where there is none: a person who comes here a second time as well. */
function goOn({ intents, switches }: PayPageParts, response: Response, token: string): void {
  const intent = intents.findByPage(token)
  if (intent === null || intent.state === 'requires_action' || switches.returnBy !== 'get')
    return response.redirect(303, `/pay/${encodeURIComponent(token)}`)
  response.redirect(303, intent.returnUrl)
}

function show(
  { intents, switches }: PayPageParts,
  response: Response,
  { token, isWrong = false }: { readonly token: string; readonly isWrong?: boolean },
): void {
  const intent = intents.findByPage(token)
  // A form of this page leads to the shop at last, which browsers count as its target.
  const target = intent === null ? '' : ` ${new URL(intent.returnUrl).origin}`
  response.set({
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  if (intent === null) return void response.status(404).send(overPage(null, switches))
  const isOpen = intent.state === 'requires_action'
  response.send(
    isOpen
      ? intent.lastFour === null
        ? cardPage(intent, isWrong)
        : confirmPage(intent)
      : overPage(intent, switches),
  )
}

const frame = (intent: Intent, title: string, body: string): string => {
  const words = pageTexts(intent.language)
  const amount = moneyText(intent.amountMinor, intent.currency, intent.language)
  const head = `<p class="note">${words.standIn}</p><p>${words.amount}: <strong>${escaped(amount)}</strong></p>`
  return page({ language: intent.language, title, body: `${head}${body}` })
}

function cardPage(intent: Intent, isWrong: boolean): string {
  const words = pageTexts(intent.language)
  const fault = isWrong ? `<p id="fault" class="fault" role="alert">${words.cardWrong}</p>` : ''
  const described = isWrong ? 'fault help' : 'help'
  return frame(
    intent,
    words.title,
    `<form method="post" action="/pay/${intent.pageToken}/card">
<label for="number">${words.card}</label>${fault}
<input id="number" name="number" type="text" inputmode="numeric" autocomplete="off" maxlength="30" value="4000 0000 0000 0001" aria-describedby="${described}"${isWrong ? ' aria-invalid="true"' : ''}>
<p id="help">${words.cardHelp}</p><button>${words.pay}</button></form>
<form method="post" action="/pay/${intent.pageToken}/leave"><button>${words.leave}</button></form>`,
  )
}

function confirmPage(intent: Intent): string {
  const words = pageTexts(intent.language)
  return frame(
    intent,
    words.confirmTitle,
    `<p>${words.confirm(intent.lastFour ?? '')}</p><form method="post" action="/pay/${intent.pageToken}/answer">
<button name="answer" value="approve">${words.approve}</button><button name="answer" value="decline">${words.decline}</button></form>`,
  )
}

function overPage(intent: Intent | null, { returnBy }: Switches): string {
  const words = pageTexts(intent?.language ?? 'en')
  const back = intent === null || returnBy === 'never' ? `<p>${words.close}</p>` : backTo(intent, returnBy)
  const body = `<p>${words.over}</p>${back}`
  return page({ language: intent?.language ?? 'en', title: words.overTitle, body })
}

function backTo({ returnUrl, language }: Intent, returnBy: 'get' | 'post'): string {
  const { back } = pageTexts(language)
  const address = escaped(returnUrl)
  return returnBy === 'get'
    ? `<p><a class="button" href="${address}">${back}</a></p>`
    : `<form method="post" action="${address}"><button>${back}</button></form>`
}
