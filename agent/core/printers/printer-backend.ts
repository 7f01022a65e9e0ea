// What every kind of printer connection can do. A printer is named kind:address everywhere outside its back end.
import type { Cancel } from '@pharmacy-relay/shared/clock.ts'
import type { Reason } from '@pharmacy-relay/shared/reasons/reason.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import type { PrinterKind } from '@pharmacy-relay/shared/printers/printer-kinds.ts'
import type { PrinterCondition } from '@pharmacy-relay/shared/printer-condition.ts'
import type { SocketAddress } from './socket-writer.ts'
import type { SystemModel } from '../status/models/printer-model.ts'
import type { StatusLanguage } from '../status/printer-reading.ts'
import type { TailTalk } from '../status/tail-talk.ts'
import type { StatusAnswer } from './status-query.ts'
import type { WriteOutcome } from './write-outcome.ts'

export interface PrinterInfo {
  /**
   * `tcp:192.168.1.50:9100`, `tls:192.168.1.50:9143`, `folder:/srv/labels`, `cups:ZD421`, `win:ZDesigner ZD421`,
   * `serial:/dev/ttyUSB0`, `usb:0a5f:0166:D2J2`.
   */
  readonly id: string
  /** For people, 1 to 200 characters. */
  readonly name: string
  /** Model or place, at most 200 characters; an empty text when nothing is known. */
  readonly detail: string
  /** Where what it gets goes; null and left out: not known. Not for people (same-printer.ts). */
  readonly place?: PrinterPlace | null
}

export type PrinterPlace =
  | {
      readonly kind: 'socket'
      readonly host: string
      readonly port: number
      /** Null: no TLS. `new`: its certificate was not seen yet. */
      readonly secured: 'known' | 'new' | null
    }
  /** Of this computer, such as `/dev/ttyUSB0` or `COM3`. */
  | { readonly kind: 'port'; readonly name: string }

/** Whether the printer is there at this moment, as far as can be told without printing. */
export interface Presence {
  readonly state: 'present' | 'busy' | 'absent' | 'unknown'
  /** Null when it is present. */
  readonly reason: Reason | null
}

export interface PrintRequest {
  /** The part of the printer's id behind the kind. */
  readonly address: string
  /** Handed to the printer unchanged. A port may say ~JX before it (device/README.md). */
  readonly payload: Uint8Array
  /** Names the job in queues; never holds what is on the label. */
  readonly title: string
  /** Of the payload, as far as it was seen; left out, nothing is known. */
  readonly language?: PrintJob['language']
  /** Held with the printer behind the label, where the connection is a socket of its own; never held elsewhere. */
  readonly tail?: TailTalk | null
  /**
   * Called while a queue of the system hands the label to its printer: what the queue says stops it, and an empty list when
   * it goes on. Where there is no queue, `tail` tells.
   */
  readonly onHeld?: (stops: readonly PrinterCondition[]) => void
  /** Ends the attempt. */
  readonly signal: AbortSignal
}

/**
 * What a print queue knows of a label by its title: `finished` handed to the device; `never_begun` no byte left this
 * computer, and none will; `unknown` anything else, and none will leave any more.
 */
export type QueuedLabel = 'finished' | 'never_begun' | 'unknown'

/**
 * `two_way`: a connection of its own, on which a printer answers questions in its language. `queue`: of the system, which
 * can be asked beside a label, and keeps what it has not handed over. `one_way`: takes bytes and says nothing.
 */
export type PrinterWay = 'two_way' | 'queue' | 'one_way'

/** Every call is bounded in time and none of them throws for what a printer does. */
export interface PrinterBackend {
  readonly kind: PrinterKind
  readonly way: PrinterWay
  /** What a label proves that was handed over, and of which the printer says nothing (JOB_EVIDENCE). */
  readonly proves: 'L0' | 'L1'
  list(): Promise<readonly PrinterInfo[]>
  /** Calls `onChange` within 2 s of a printer that comes or goes, until cancelled. Absent where nothing shows that. */
  watch?(onChange: () => void): Cancel
  /** What the system or the printer's own description calls its model; null when unknown. Absent where nothing tells it. */
  systemModel?(address: string): SystemModel | null
  status(address: string): Promise<Presence>
  /** How it says that it is; absent where nothing can be asked. `language`: what mayAsk said, never a guess. */
  read?(address: string, language: StatusLanguage): Promise<StatusAnswer>
  /** What a queue of the system says is the matter; null when it does not answer. Absent where there is no queue. */
  conditions?(address: string): Promise<readonly PrinterCondition[] | null>
  /** What became of a label of an earlier process; takes it back when it has not left. Absent where there is no queue. */
  queued?(address: string, title: string, signal: AbortSignal): Promise<QueuedLabel>
  /** The raw TCP port to which it hands what it gets; null when it has none or none is known. */
  leadsTo(address: string): Promise<SocketAddress | null>
  /** One label at a time per printer: the caller waits for the outcome before the next. */
  print(request: PrintRequest): Promise<WriteOutcome>
}
