// Writes and draws what is to be invoiced, some seconds after its order was paid. Any number of processes may look at once.
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { withoutValues } from '../../../db/database-errors.ts'
import type { StoreDb } from '../../database.ts'
import { startRounds, type Rounds } from '../../rounds.ts'
import type { InvoiceDrawer } from './drawing/drawer.ts'
import { drawInvoices } from './invoice-pdfs.ts'
import type { InvoiceRules } from './invoice-rules.ts'
import { writeInvoices } from './write-invoices.ts'

const EVERY_MS = 2_000

export interface InvoicingParts {
  readonly db: StoreDb
  readonly drawer: InvoiceDrawer
  readonly rules: InvoiceRules
  readonly clock: Clock
  readonly logger: Logger
}

/** Looks every 2 s, and at once again as long as there is more. */
export function startInvoicing({ clock, ...parts }: InvoicingParts): Rounds {
  return startRounds({ clock, everyMs: EVERY_MS, round: async () => lookOnce(parts) })
}

/** True where something was done and nothing failed: there may be more. */
async function lookOnce({ db, drawer, rules, logger }: Omit<InvoicingParts, 'clock'>): Promise<boolean> {
  try {
    const written = await writeInvoices(db, rules)
    const drawn = await drawInvoices({ db, drawer })
    const failures = [...written.failures, ...drawn.failures]
    for (const error of failures) logger.warn('shop.invoice-failed', { reason: withoutValues(error).message })
    return failures.length === 0 && written.count + drawn.count > 0
  } catch (error) {
    logger.warn('shop.invoicing-failed', { reason: withoutValues(error).message })
    return false
  }
}
