// The thread that draws invoices, so that the API goes on answering meanwhile.
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { InvoiceDocument } from '../invoice-document.ts'
import { drawInvoice } from './draw-invoice.ts'

const Order = z.strictObject({ id: z.int(), document: InvoiceDocument })

async function draw(message: unknown): Promise<void> {
  const { id, document } = Order.parse(message)
  try {
    const pdf = await drawInvoice(document)
    parentPort?.postMessage({ id, pdf })
  } catch (error) {
    // Without values of the document.
    parentPort?.postMessage({ id, fault: error instanceof Error ? error.name : 'unknown' })
  }
}

parentPort?.on('message', (message: unknown) => void draw(message))
