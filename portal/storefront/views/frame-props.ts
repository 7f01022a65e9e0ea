// What every page of the shop needs to know.
import type { Language } from '@pharmacy-relay/shared/texts/index.ts'
import type { Theme } from '../../views/theme.ts'

/** What every page needs to know of the request, and of the site. */
export interface ShopFrame {
  readonly language: Language
  readonly theme: Theme
  readonly csrfToken: string
  /** Who is signed in. */
  readonly viewer: { readonly name: string } | null
  /** Path and query of this page, where choices return to. */
  readonly path: string
  readonly assetVersion: string
  readonly publicOrigin: string
  /** ISO 4217. */
  readonly currency: string
  readonly timeZone: string
}
