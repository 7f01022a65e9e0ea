// The words that the window has: those of the panel's own pages and of the shop are left out of its scripts.
import { texts, type Language, type Texts as AllTexts } from '@pharmacy-relay/shared/texts/index.ts'

/** Left out by the build (scripts/build/window-scripts.ts), and by these types: what is used here all the same does not compile. */
export type PanelTexts =
  | 'account'
  | 'computers'
  | 'drugImports'
  | 'invoiceDocument'
  | 'messageLog'
  | 'scheduler'
  | 'shop'
  | 'staff'
  | 'staffHistory'
  | 'storefront'
  | 'support'
  | 'supportTasks'
export type Texts = Omit<AllTexts, PanelTexts>

export function textOf(language: Language): Texts {
  return texts(language)
}
