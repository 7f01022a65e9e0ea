// What a page says of what was just done, and of what was not.
import type { ComponentChildren } from 'preact'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export type NoticeWord = keyof Texts['storefront']['notices']

/** The sentence for the word that was left for this page; null for none, and for the word of an older version. */
export function noticeText(word: string | null, t: Texts): string | null {
  const { notices } = t.storefront
  return word !== null && Object.hasOwn(notices, word) ? notices[word as NoticeWord] : null
}

export function Done({ children }: { readonly children: ComponentChildren }) {
  return children === null ? null : <output class="notice">{children}</output>
}

/** Read out at once. */
export function Fault({ children }: { readonly children: ComponentChildren }) {
  return children === null ? null : (
    <p class="notice notice-fault" role="alert">
      {children}
    </p>
  )
}
