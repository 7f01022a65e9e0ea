// The handlers of the shop's endpoints.
import type { StoreDb } from '../database.ts'
import { catalogueHandlers } from './catalogue/catalogue-endpoints.ts'

export function shopHandlers({ db }: { readonly db: StoreDb }) {
  return { ...catalogueHandlers(db) }
}
