// GET /shop/invoices lists invoices of all pharmacies, …/{number} is the PDF of one.
import { Router } from 'express'
import { InvoiceNumber } from '@pharmacy-relay/shared/api/shop/invoices.ts'
import { storeApi } from '@pharmacy-relay/shared/api/store-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { sendFile, sendHtml } from '../../../http/replies.ts'
import type { ForStaff, StaffHandler } from '../../../http/staff.ts'
import { SHOP_PATHS } from '../../../views/shop-paths.ts'
import { invoicesQuery, invoicesText } from './invoices-address.ts'
import { invoicesPage } from './invoices-page.tsx'

export function invoiceRoutes(forStaff: ForStaff): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.get(SHOP_PATHS.invoices, forStaff([storeApi.listInvoices], showList))
  router.get(`${SHOP_PATHS.invoices}/:number`, forStaff([storeApi.getInvoice], sendPdf))
  return router
}

const showList: StaffHandler = async (context, store) => {
  const query = invoicesQuery(context.request.query)
  const list = await store(storeApi.listInvoices, { params: null, query: invoicesText(query), body: null })
  await sendHtml(context, invoicesPage({ frame: context.frame(), query, list }))
}

/** Shown by browsers that show PDFs, under its number where it is kept. */
const sendPdf: StaffHandler = async (context, store) => {
  const number = InvoiceNumber.safeParse(context.request.params['number'])
  if (!number.success) throw new ProblemError('not_found', 'There is no such invoice')
  const params = { invoiceNumber: number.data }
  const bytes = await store(storeApi.getInvoice, { params, query: null, body: null })
  await sendFile(context, { bytes, mediaType: 'application/pdf', name: `${number.data}.pdf` })
}
