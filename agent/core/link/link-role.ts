// What a computer does with links: takes them as the PrinterComputer or with the standby printer, keeps some as a Client.
import type { LinkTarget } from './sender/link-clients.ts'

/** `standby`: where labels go while the first printer is away. A Client with the standby printer takes links itself. */
export type LinkRole =
  | { readonly kind: 'none' }
  | { readonly kind: 'receiver'; readonly standby?: LinkTarget | null }
  | (LinkTarget & {
      readonly kind: 'client'
      readonly standby?: LinkTarget | null
      readonly takesLinks?: boolean
    })

/** The computer with the first printer of the pharmacy, or the one with the standby printer. */
export type Which = 'first' | 'standby'

/** Null: it hands no labels to such a computer. */
export function targetOf(role: LinkRole, which: Which): LinkTarget | null {
  if (which === 'first') return role.kind === 'client' ? role : null
  return role.kind === 'none' ? null : (role.standby ?? null)
}
