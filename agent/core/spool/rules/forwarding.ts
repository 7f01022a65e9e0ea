// What the spool of a Client and the job link hand each other; the link moves labels, the spool keeps what became of them.
import type { Reasons } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { LinkCancel, PersonAnswer, RemoteState } from '@pharmacy-relay/shared/job-link.ts'

/** A label for the PrinterComputer. Sent as often as it takes: its id makes the receiver keep it once. */
export interface ForwardedLabel {
  readonly id: string
  readonly payload: Uint8Array
  /** Of the payload, 64 hexadecimal digits. */
  readonly sha256: string
  readonly reprint: { readonly of: string; readonly count: number } | null
  /** As people say it. */
  readonly number: string
  /** What is left of its life; null when it does not expire by itself. */
  readonly ttlMs: number | null
  /** A try of this or an earlier process may have put bytes on a path. */
  readonly wasHanded: boolean
  /** Ends the delivery; `in_doubt` when bytes may have left. */
  readonly signal: AbortSignal
  /**
   * Before each try to send it: whether its bytes may leave now. At once, but for a label that waited: the disk says then
   * that nothing of it left, and has to know better first. False when the disk failed. Never rejects.
   */
  readonly mayLeave?: () => Promise<boolean>
  /** Just before the first byte goes to a path, once, and not when `wasHanded`. Not awaited: the id makes a repeat harmless. */
  readonly onHanded: () => void
  /** Why it has not arrived yet; on every change. */
  readonly onWaiting: (reasons: Reasons) => void
}

/** How a delivery ended. */
export type ForwardEnd =
  /** Durable at the receiver; `now`: how it stands there when it was there before. */
  | {
      readonly kind: 'forwarded'
      readonly path: 'lan' | 'hub'
      readonly now: RemoteState | null
    }
  /** It will never be taken. */
  | { readonly kind: 'refused'; readonly code: string; readonly reasons: Reasons }
  /** Its time was over, or it was broken off, and the receiver does not have it: no byte went, or it said so. */
  | { readonly kind: 'not_sent' }
  /** The same after bytes went: the receiver could not be asked any more. At once when it was broken off. */
  | { readonly kind: 'in_doubt' }

/** Computers that have labels of this one, keep them, and can be asked about them, beside the one of the route. */
export interface OtherComputers {
  readonly others?: readonly ComputerRoute[]
}

/** Where a Client's labels go. */
export interface ComputerRoute extends OtherComputers {
  readonly kind: 'computer'
  /** Name of the computer. */
  readonly destination: string
  /** Labels under way at once, begun in their order; the receiver keeps that order. */
  readonly window: number
  /** Never rejects. Another function than before breaks off what is under way, to be delivered anew. */
  readonly deliver: (label: ForwardedLabel) => Promise<ForwardEnd>
  /**
   * How a label stands there, after it was told what a person here says of it; null when no link is up, or it ended first.
   * Never rejects. Left out: that computer cannot be asked.
   */
  readonly ask?: (id: string, answer: PersonAnswer | null) => Promise<RemoteState | null>
  /** Takes a label back that waits there: how it then stands, as LinkQuery says; null and left out as for `ask`. */
  readonly cancel?: (id: string, why: LinkCancel) => Promise<RemoteState | null>
  /** It has the standby printer: what it takes says so. */
  readonly isStandby?: boolean
}

/** What the link asks of the spool of the PrinterComputer; agent.ts hands it over. */
export interface ArrivingLabel {
  readonly id: string
  readonly payload: Uint8Array
  readonly sha256: string
  readonly reprint: { readonly of: string; readonly count: number } | null
  /** That of its computer; left out, it gets one of this computer. */
  readonly number?: string | undefined
  readonly ttlMs: number
  /** Name of the computer that sent it, for people. */
  readonly sender: string
  /** Device key of that computer: only it may ask for the job and hears of it. */
  readonly origin: string
  /** Of the labels of its computer that are not over none is before it: those that found no room go on with it. Left out: nobody knows. */
  readonly goesFirst?: boolean
}

export type Arrived =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'duplicate'; readonly now: RemoteState }
  /** The id is known with other bytes or from another device. */
  | { readonly outcome: 'conflict' }

export interface ArrivalService {
  /** Whether a job of this id and hash is known, before its bytes come. Null: it is not. */
  readonly known: (
    label: Pick<ArrivingLabel, 'id' | 'sha256' | 'origin'>,
  ) => Promise<Exclude<Arrived, { outcome: 'accepted' }> | null>
  /**
   * Committed when it resolves; the payload is overwritten then, also when it was not taken. Throws ProblemError
   * unavailable (full, disk, not started) and state_conflict (this computer has no printer at the moment).
   */
  readonly accept: (label: ArrivingLabel) => Promise<Arrived>
  /**
   * How a job of that device stands; `not_known` for every other. `answer`: what a person at that device says of it, which
   * counts when the job is unknown; committed when it resolves.
   */
  readonly stateOf: (id: string, origin: string, answer?: PersonAnswer | null) => Promise<RemoteState>
  /** As stateOf, after the job was cancelled where no byte of it has left; `isRefused` where one may have. */
  readonly cancel: (id: string, origin: string, why: LinkCancel) => Promise<RemoteState>
}

/** News of a job that came from another computer. */
export interface RemoteNews {
  readonly id: string
  readonly origin: string
  readonly now: RemoteState
}

/** What the link tells the spool of a Client. */
export interface ForwardedService {
  /**
   * Jobs that this computer has and that have not reached an end that lasts, newest first, at most `limit`: to be asked for
   * there. Only that one can tell.
   */
  readonly unsettled: (computer: string, limit: number) => Promise<readonly string[]>
  /** Committed when it resolves. What does not fit the job's states changes nothing. */
  readonly update: (id: string, now: RemoteState) => Promise<void>
  /** What people here said of labels that this computer has and has not heard yet, oldest first, at most `limit`. */
  readonly pending: (computer: string, limit: number) => Promise<readonly PendingAnswer[]>
  /** As update: how a label stands there after that computer was told what a person here said. */
  readonly replied: (id: string, now: RemoteState) => Promise<void>
}

export interface PendingAnswer {
  readonly id: string
  readonly answer: PersonAnswer
}
