// The printers of pharmacies and what fits into them; what Admins say of a product's media.
import { isDeepStrictEqual } from 'node:util'
import type { OwnPrinter, ProductMedia, Supplies } from '@pharmacy-relay/shared/api/shop/printers.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import type { Caller } from '../../../auth/access-token.ts'
import { recordStaffOperation } from '../../audit/staff-operations.queries.ts'
import type { StoreDb } from '../../database.ts'
import { readProduct } from '../catalogue/product-changes.ts'
import { lockProduct } from '../catalogue/products.queries.ts'
import { findMedia, writeMedia, type MediaOfProduct } from './media.queries.ts'
import { choosePrinter, findPrinter, ownPrinters, suppliesFor } from './printers.queries.ts'

/** Throws ProblemError `not_found`. */
export async function readMedia(db: StoreDb, productId: number): Promise<ProductMedia> {
  const media = await findMedia(db, productId)
  // Nothing to a printer, or no product at all.
  if (media.kind === 'none') await readProduct(db, productId)
  return media
}

/** Identical content changes nothing. Throws ProblemError `not_found`. */
export async function setMedia(
  db: StoreDb,
  caller: Caller,
  { productId, media }: MediaOfProduct,
): Promise<ProductMedia> {
  return db.transaction().execute(async (trx) => {
    const product = await lockProduct(trx, productId)
    if (product === null) throw new ProblemError('not_found', 'There is no such product')
    const was = await findMedia(trx, productId)
    if (isDeepStrictEqual(was, media)) return was
    await writeMedia(trx, [{ productId, media }])
    await recordStaffOperation(trx, caller, {
      action: 'product.update',
      customerId: null,
      computerId: null,
      summary: `Changed what product ${product.sku} is to a label printer`,
      before: was,
      after: media,
    })
    return media
  })
}

/** Throws ProblemError `state_conflict` where no computer reports this printer, or the product is none. */
export async function chooseOwnPrinter(
  db: StoreDb,
  choice: {
    readonly customerId: number
    readonly printerName: string
    readonly productId: number | null
  },
): Promise<OwnPrinter[]> {
  const { customerId, printerName, productId } = choice
  const reported = productId === null ? null : await ownPrinters(db, customerId)
  if (reported?.some((one) => one.printerName === printerName) === false)
    throw refused('printerName', 'is reported by no computer of the pharmacy')
  if (!(await choosePrinter(db, choice))) throw refused('productId', 'is no printer of the shop')
  return ownPrinters(db, customerId)
}

function refused(field: string, message: string): ProblemError {
  const errors = [{ path: `body.${field}`, message }]
  return new ProblemError('state_conflict', 'There is no such printer', { errors })
}

/** `printerId` undefined: the printer of the pharmacy that the shop knows, the one in use before others. */
export async function readSupplies(
  db: StoreDb,
  { customerId, printerId }: { readonly customerId: number; readonly printerId: number | undefined },
): Promise<Supplies> {
  const printer =
    printerId === undefined
      ? ((await ownPrinters(db, customerId)).find(({ product }) => product !== null)?.product ?? null)
      : await findPrinter(db, printerId)
  return { printer, items: printer === null ? [] : await suppliesFor(db, printer.id) }
}
