// Who writes in a conversation at this moment: told to support of the person here, heard of support. Nothing of it is kept.
import {
  PRESENCE_AGAIN_MS,
  PRESENCE_GONE_MS,
  WRITING_REST_MS,
} from '@pharmacy-relay/shared/api/support/presence-times.ts'
import type { HelpPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'
import { hubCodeOf } from '@pharmacy-relay/shared/hub/request-reply.ts'
import type { Logger } from '@pharmacy-relay/shared/logger.ts'
import type { HelpLine } from '../relay/help-line.ts'

export interface WritingParts {
  readonly line: HelpLine
  readonly clock: Clock
  readonly logger: Logger
}

interface Here {
  readonly taskId: number
  toldAtMs: number
  rest: Cancel
}

export class Writing {
  readonly #parts: WritingParts
  /** The person here writes in one conversation at a time. */
  #here: Here | null = null
  /** By task, until when, in ms of the clock that nobody sets. */
  readonly #supportUntilMs = new Map<number, number>()

  constructor(parts: WritingParts) {
    this.#parts = parts
  }

  /** A letter was typed here. */
  typed(taskId: number): void {
    const { clock } = this.#parts
    const now = clock.monotonicMs()
    if (this.#here?.taskId !== taskId) {
      this.rested()
      this.#here = { taskId, toldAtMs: Number.NEGATIVE_INFINITY, rest: () => undefined }
    }
    this.#here.rest()
    this.#here.rest = clock.after(WRITING_REST_MS, () => this.rested())
    if (now - this.#here.toldAtMs < PRESENCE_AGAIN_MS) return
    this.#here.toldAtMs = now
    void this.#tell({ taskId, kind: 'writes' })
  }

  /** Nobody types here any more: the words were sent, or left. */
  rested(): void {
    const here = this.#here
    if (here === null) return
    this.#here = null
    here.rest()
    void this.#tell({ taskId: here.taskId, kind: 'left' })
  }

  heard({ taskId, kind }: HelpPresence): void {
    if (kind === 'writes')
      this.#supportUntilMs.set(taskId, this.#parts.clock.monotonicMs() + PRESENCE_GONE_MS)
    else this.#supportUntilMs.delete(taskId)
    this.#forgetOver()
  }

  /** A portal that died says nothing: what it said last is over after 45 s. */
  isSupportWriting(taskId: number): boolean {
    return (this.#supportUntilMs.get(taskId) ?? 0) > this.#parts.clock.monotonicMs()
  }

  stop(): void {
    this.#here?.rest()
    this.#here = null
  }

  #forgetOver(): void {
    for (const taskId of this.#supportUntilMs.keys())
      if (!this.isSupportWriting(taskId)) this.#supportUntilMs.delete(taskId)
  }

  /** Never rejects: what is not heard is said again, and a hub of an earlier version does not know it. */
  async #tell(presence: HelpPresence): Promise<void> {
    const { line, logger } = this.#parts
    if (!line.isUp) return
    try {
      await line.ask('SupportPresenceAsync', [presence])
    } catch (error) {
      logger.debug('help.writing-not-told', { code: hubCodeOf(error) })
    }
  }
}
