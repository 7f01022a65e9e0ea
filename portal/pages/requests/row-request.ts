// What a button in a computer's row asks of that computer, with a page of its own for the answer; most need their row alone.
import type { ComponentChildren } from 'preact'
import type { DeviceRequest } from '@pharmacy-relay/shared/hub/device-request.ts'
import { deviceRequests, type DeviceRequestName } from '@pharmacy-relay/shared/hub/device-requests.ts'
import type { DataOut } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { DeviceRefusal } from '../../http/device-refusal.ts'
import { paramsOf, type FoundComputer } from '../../http/named-customer.ts'
import type { StoreCall } from '../../http/staff.ts'

export interface RowRequest {
  /** Its row of the contract: who may call its endpoint has the button, and it says which computers have it. */
  readonly request: DeviceRequest
  /** The last part of the address that answers the button; no two have the same. */
  readonly segment: string
  readonly text: (t: Texts) => RequestText
  /** Throws ProblemError when the computer or the hub refuses, or does not answer within 10 s. */
  ask(store: StoreCall, found: FoundComputer): Promise<ShownAnswer>
  /** The sample answer of the contract. */
  readonly sample: ShownAnswer
}

type Requests = typeof deviceRequests
/** Those with nothing to say but the computer. */
type PlainName = { [N in DeviceRequestName]: Requests[N] extends PlainRow ? N : never }[DeviceRequestName]
interface PlainRow {
  readonly endpoint: { readonly method: 'POST'; readonly query: null; readonly body: null }
}

interface PlainRequest<A> extends Pick<RowRequest, 'segment' | 'text'> {
  readonly shown: (answer: A, t: Texts) => ComponentChildren
}

/** A request that is shown by its answer alone. */
export function plainRequest<N extends PlainName>(
  name: N,
  { segment, text, shown }: PlainRequest<DataOut<Requests[N]>>,
): RowRequest {
  const request: DeviceRequest & Requests[PlainName] = deviceRequests[name]
  const show =
    (answer: unknown): ShownAnswer =>
    ({ t }) =>
      shown(answer as DataOut<Requests[N]>, t)
  return {
    request,
    segment,
    text,
    ask: async (store, found) => {
      const { answer } = await store(request.endpoint, { params: paramsOf(found), query: null, body: null })
      return show(answer)
    },
    sample: show(request.sample),
  }
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
