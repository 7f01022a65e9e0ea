// All tables of the shop.
import type { BasketSchema } from './baskets/basket-tables.ts'
import type { CatalogueSchema } from './catalogue/catalogue-tables.ts'
import type { ImportSchema } from './imports/import-tables.ts'
import type { InvoiceSchema } from './invoices/invoice-tables.ts'
import type { OrderSchema } from './orders/order-tables.ts'
import type { PaymentSchema } from './payments/payment-tables.ts'
import type { PictureSchema } from './pictures/picture-tables.ts'
import type { PrinterSchema } from './printers/printer-tables.ts'
import type { RepeatSchema } from './repeats/repeat-tables.ts'

export interface ShopSchema
  extends
    BasketSchema,
    CatalogueSchema,
    ImportSchema,
    InvoiceSchema,
    OrderSchema,
    PaymentSchema,
    PictureSchema,
    PrinterSchema,
    RepeatSchema {}
