// The way of an order to the provider's page, and its invoice. The provider's page is another site: no form leads there, because
// browsers hold `form-action` against every redirect behind a form. A page of ours does, at once and by a link.
import { Router } from 'express'
import { z } from 'zod'
import { InvoiceNumber, shopInvoicesApi } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { shopPaymentsApi, type Payment } from '@pharmacy-relay/shared/api/shop/payments.ts'
import { Uuid } from '@pharmacy-relay/shared/ids.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { readForm } from '../../../http/forms.ts'
import type { ShopCalls } from '../../http/shop-calls.ts'
import type { ShopContext } from '../../http/shop-context.ts'
import type { ShopContexts } from '../../http/shop-contexts.ts'
import { redirect, sendPage, sendPdf } from '../../http/shop-replies.ts'
import { SHOP, orderPath, payPath } from '../../paths.ts'
import { isOrderNumber, orderNumberOf } from './order-number.ts'
import { toProviderPage } from './to-provider-page.tsx'

export interface PaymentsGiven {
  readonly contexts: ShopContexts
  readonly calls: ShopCalls
  /** Where the provider sends the browser back to. */
  readonly publicOrigin: string
}

export function paymentRoutes(given: PaymentsGiven): Router {
  const { route } = given.contexts
  const router = Router({ caseSensitive: true, strict: true })
  router.post(
    `${SHOP.orders}/:number/pay`,
    route((context) => startPayment(given, context)),
  )
  router.get(
    `${SHOP.orders}/:number/pay`,
    route((context) => leadToProvider(given, context)),
  )
  router.get(
    `${SHOP.orders}/:number/invoice`,
    route((context) => showInvoice(given, context)),
  )
  router.get(
    `${SHOP.orders}/:number/credit-notes/:invoice`,
    route((context) => showCreditNote(given, context)),
  )
  return router
}

/**
 * Some providers send the browser back by POST. It becomes a GET, and nothing of what it brings is read: the provider is asked. Stands
 * before what refuses forms from elsewhere.
 */
export function returnByPost(): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(`${SHOP.orders}/:number`, ({ params: { number } }, response, next) => {
    if (!isOrderNumber(number)) return next()
    response.set('Cache-Control', 'no-store').redirect(303, orderPath(number))
  })
  return router
}

const PayForm = z.object({ key: Uuid })

/** However often it is pressed, one attempt is under way at a time. */
async function startPayment({ calls, publicOrigin }: PaymentsGiven, context: ShopContext): Promise<void> {
  const number = orderNumberOf(context)
  const { key: idempotencyKey } = readForm(PayForm, context.request.body)
  const body = { returnUrl: `${publicOrigin}${orderPath(number)}`, language: context.frame().language }
  const call = { params: { number }, body, idempotencyKey }
  try {
    const payment = await calls.mine(context, shopPaymentsApi.startPayment, call)
    await redirect(context, pageOf(payment) === null ? orderPath(number) : payPath(number))
  } catch (error) {
    const notice = noticeOf(error)
    if (notice === null) throw error
    await redirect(context, orderPath(number), notice)
  }
}

function noticeOf(error: unknown): string | null {
  if (!(error instanceof ProblemError)) return null
  if (error.code === 'state_conflict') return 'notPayable'
  return error.code === 'upstream_timeout' || error.code === 'upstream_unavailable' ? 'payLater' : null
}

async function leadToProvider({ calls }: PaymentsGiven, context: ShopContext): Promise<void> {
  const number = orderNumberOf(context)
  const { payments } = await calls.mine(context, shopPaymentsApi.listOwnPayments, { params: { number } })
  const page = payments.map(pageOf).find((one) => one !== null)
  if (page === undefined) return await redirect(context, orderPath(number))
  context.response.set('Refresh', `0; url=${page}`)
  await sendPage(context, toProviderPage({ frame: context.frame(), number, page }))
}

/** Of the provider, as an address that stands in no head or link as anything else; null where there is nothing to do. */
function pageOf({ redirectUrl }: Pick<Payment, 'redirectUrl'>): string | null {
  if (redirectUrl === null) return null
  const { protocol, href } = new URL(redirectUrl)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}

async function showInvoice({ calls }: PaymentsGiven, context: ShopContext): Promise<void> {
  const number = orderNumberOf(context)
  try {
    const bytes = await calls.mine(context, shopInvoicesApi.getOrderInvoice, { params: { number } })
    await sendPdf(context, { bytes, name: `${number}.pdf` })
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error
    await redirect(context, orderPath(number), 'invoiceLater')
  }
}

async function showCreditNote({ calls }: PaymentsGiven, context: ShopContext): Promise<void> {
  const invoice = InvoiceNumber.safeParse(context.request.params['invoice'])
  if (!invoice.success) throw new ProblemError('not_found', 'There is no such credit note')
  const params = { invoiceNumber: invoice.data }
  const bytes = await calls.mine(context, shopInvoicesApi.getOwnInvoice, { params })
  await sendPdf(context, { bytes, name: `${invoice.data}.pdf` })
}
