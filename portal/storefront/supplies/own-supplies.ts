// What fits the label printer of the pharmacy of who is signed in, and which printer that is: shown before everything else.
import { shopPrintersApi, type OwnPrinter, type Supplies } from '@pharmacy-relay/shared/api/shop/printers.ts'
import type { FoundProduct } from '@pharmacy-relay/shared/api/shop/products.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { ShopCalls } from '../http/shop-calls.ts'
import type { ShopContext } from '../http/shop-context.ts'

export interface OwnSupplies {
  /** The printer as the shop calls it. */
  readonly printer: string
  /** The computer that it belongs to. */
  readonly computer: string
  /** What fits, labels before ribbons, best sellers first. */
  readonly products: readonly FoundProduct[]
}

/** Null for strangers, and where no printer of the pharmacy is known. Never fails: every page is whole without it. */
export async function ownSupplies(
  { calls, logger }: { readonly calls: ShopCalls; readonly logger: Logger },
  context: ShopContext,
): Promise<OwnSupplies | null> {
  if (context.session === null) return null
  try {
    // One after the other: both may have to renew the session's tokens.
    const supplies = await calls.mine(context, shopPrintersApi.listSupplies, {})
    if (supplies.printer === null || supplies.items.length === 0) return null
    const { printers } = await calls.mine(context, shopPrintersApi.listOwnPrinters, {})
    return suppliesOf(supplies, printers)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    logger.warn('supplies.not-listed', { code: error.code })
    return null
  }
}

function suppliesOf({ printer, items }: Supplies, printers: readonly OwnPrinter[]): OwnSupplies | null {
  const own = printers.find(({ product }) => product?.id === printer?.id)
  if (printer === null || own === undefined) return null
  return {
    printer: printer.name,
    computer: own.computerName,
    products: items.map(({ product }) => product),
  }
}
