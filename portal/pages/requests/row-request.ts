// What a button in a computer's row asks of that computer, with a page of its own for the answer.
import type { ComponentChildren } from 'preact'
import type { AccessRule } from '@pharmacy-relay/shared/api/access.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import type { FoundComputer } from '../../http/named-customer.ts'
import type { StoreCall } from '../../http/staff.ts'

export interface RowRequest {
  /** Of the store API: who may call it has the button. */
  readonly endpoint: AccessRule
  /** The last part of the address that answers the button; no two have the same. */
  readonly segment: string
  text(t: Texts): RequestText
  /** Throws ProblemError when the computer or the hub refuses, or does not answer within 10 s. */
  ask(store: StoreCall, found: FoundComputer): Promise<ShownAnswer>
}

/** What people read around the answer. */
export interface RequestText {
  readonly button: string
  readonly again: string
  readonly underWay: string
  readonly intro: string
  title(computer: string): string
}

/** The answer as the page shows it. `now` is the server's clock, for ages. */
export type ShownAnswer = (view: { readonly now: Date; readonly t: Texts }) => ComponentChildren

/** What the computer said, or why it did not. */
export type RequestAnswer = { readonly kind: 'answer'; readonly shown: ShownAnswer } | DeviceRefusal
