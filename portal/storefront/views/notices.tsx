// What a page says of what was just done, and of what was not.
import type { ComponentChildren } from 'preact'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'

export type NoticeWord = keyof Texts['storefront']['notices']

export interface Notice {
  readonly text: string
  /** It tells of what was not done. */
  readonly isFault: boolean
}

const FAULTS: ReadonlySet<string> = new Set<NoticeWord>([
  'codeOver',
  'registerOver',
  'linkOver',
  'notCancelled',
  'notAgain',
  'notPayable',
  'payLater',
  'invoiceLater',
])

/** What the word says that was left for this page; null for none, and for the word of an older version. */
export function noticeOf(word: string | null, t: Texts): Notice | null {
  const { notices } = t.storefront
  if (word === null || !Object.hasOwn(notices, word)) return null
  return { text: notices[word as NoticeWord], isFault: FAULTS.has(word) }
}

export function Told({ notice }: { readonly notice: Notice | null }) {
  if (notice === null) return null
  return notice.isFault ? <Fault>{notice.text}</Fault> : <output class="notice">{notice.text}</output>
}

/** Read out at once. */
export function Fault({ children }: { readonly children: ComponentChildren }) {
  return children === null ? null : (
    <p class="notice notice-fault" role="alert">
      {children}
    </p>
  )
}
