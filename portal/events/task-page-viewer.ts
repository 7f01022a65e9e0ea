// One open page of a support task, as it says itself to the store API: looks, writes, left; again every 20 s.
import { PRESENCE_AGAIN_MS, WRITING_REST_MS } from '@pharmacy-relay/shared/api/support/presence-times.ts'
import type { PresenceKind } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

export interface TaskPageViewerParts {
  readonly clock: Clock
  /** Never throws. */
  readonly tell: (kind: PresenceKind) => void
}

export class TaskPageViewer {
  readonly #parts: TaskPageViewerParts
  #kind: PresenceKind = 'looks'
  #again: Cancel = () => undefined
  #rest: Cancel = () => undefined

  /** Says so at once. */
  constructor(parts: TaskPageViewerParts) {
    this.#parts = parts
    this.#say('looks')
  }

  /** A letter was typed. */
  writes(): void {
    if (this.#kind === 'left') return
    this.#rest()
    this.#rest = this.#parts.clock.after(WRITING_REST_MS, () => this.#say('looks'))
    if (this.#kind !== 'writes') this.#say('writes')
  }

  /** Nothing is said after it. */
  left(): void {
    if (this.#kind === 'left') return
    this.#rest()
    this.#say('left')
    this.#again()
  }

  #say(kind: PresenceKind): void {
    this.#kind = kind
    this.#parts.tell(kind)
    this.#again()
    this.#again = this.#parts.clock.after(PRESENCE_AGAIN_MS, () => this.#say(this.#kind))
  }
}
