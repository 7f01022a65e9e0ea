// Who looks at support tasks and who writes, at all portals: as the store API told last, and gone 45 s after that.
//
//   own pages ── looks, writes, left; again every 20 s ──▶ store API ──▶ every portal ── heard ──▶ its pages, its devices
import { PRESENCE_GONE_MS } from '@pharmacy-relay/shared/api/support/presence-times.ts'
import type { TaskPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { Cancel, Clock } from '@pharmacy-relay/shared/clock.ts'

export interface Person {
  /** Null: the person at the computer of the task. */
  readonly guid: string | null
  readonly name: string
  readonly isWriting: boolean
}

interface Told {
  readonly presence: TaskPresence
  readonly forget: Cancel
}

export interface TaskPeopleParts {
  readonly clock: Clock
  /** Somebody came, left, began to write or stopped. */
  readonly onChanged: (taskId: number, people: readonly Person[]) => void
  /** What support does, for the computer of the task: as often as it is heard while somebody writes, and once when nobody does any more. */
  readonly onSupport: (presence: TaskPresence, isWriting: boolean) => void
}

/** More than there can be pages at several portals; who comes beyond it is not shown. */
const MOST_TOLD = 5_000

export class TaskPeople {
  readonly #parts: TaskPeopleParts
  /** By the page, which is of one task. */
  readonly #told = new Map<string, Told>()

  constructor(parts: TaskPeopleParts) {
    this.#parts = parts
  }

  heard(presence: TaskPresence): void {
    const { viewerId, kind } = presence
    const before = this.#told.get(viewerId)
    if (before === undefined && this.#told.size >= MOST_TOLD) return
    this.#drop(viewerId)
    if (kind !== 'left') {
      const forget = this.#parts.clock.after(PRESENCE_GONE_MS, () => this.#gone(viewerId))
      this.#told.set(viewerId, { presence, forget })
    }
    if ((before?.presence.kind ?? 'left') !== kind) this.#changed(presence)
    this.#tellSupport(presence, before?.presence.kind === 'writes')
  }

  /** One entry for each person, however many pages he has open. By name. */
  of(taskId: number): Person[] {
    const here = this.#ofTask(taskId)
    const byPerson = Map.groupBy(here, ({ guid, viewerId }) => guid ?? viewerId)
    return [...byPerson.values()]
      .flatMap(([first, ...others]) => {
        if (first === undefined) return []
        const isWriting = [first, ...others].some(({ kind }) => kind === 'writes')
        return [{ guid: first.guid, name: first.name, isWriting }]
      })
      .toSorted((one, other) => one.name.localeCompare(other.name))
  }

  stop(): void {
    for (const viewerId of this.#told.keys()) this.#drop(viewerId)
  }

  #gone(viewerId: string): void {
    const presence = this.#told.get(viewerId)?.presence
    this.#told.delete(viewerId)
    if (presence === undefined) return
    this.#changed(presence)
    this.#tellSupport({ ...presence, kind: 'left' }, presence.kind === 'writes')
  }

  #drop(viewerId: string): void {
    this.#told.get(viewerId)?.forget()
    this.#told.delete(viewerId)
  }

  #changed({ taskId }: TaskPresence): void {
    this.#parts.onChanged(taskId, this.of(taskId))
  }

  #tellSupport(presence: TaskPresence, hasWritten: boolean): void {
    if (presence.guid === null) return
    const isWriting = this.#ofTask(presence.taskId).some((one) => one.guid !== null && one.kind === 'writes')
    if (presence.kind === 'writes' || (hasWritten && !isWriting)) this.#parts.onSupport(presence, isWriting)
  }

  #ofTask(taskId: number): TaskPresence[] {
    return [...this.#told.values()].flatMap(({ presence }) => (presence.taskId === taskId ? [presence] : []))
  }
}
