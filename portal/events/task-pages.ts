// Open pages of support tasks at this portal: each says itself to the store API, and all hear who else is there.
import type { StaffPresence, TaskPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import type { HelpPresenceNews } from '@pharmacy-relay/relay-server/hub/requests/help-news.ts'
import { randomUUID } from 'node:crypto'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import type { Session } from '../session/session.ts'
import { TaskPageViewer } from './task-page-viewer.ts'
import { TaskPeople, type Person } from './task-people.ts'

/** Where presences go: while the store API is away nobody hears them, and they are said again. */
export interface OutOfPortal {
  say(presence: StaffPresence): void
  tellComputer(news: HelpPresenceNews): void
}

export interface TaskPagesParts {
  readonly clock: Clock
  readonly onChanged: (taskId: number, people: readonly Person[]) => void
}

interface OpenPage {
  readonly sessionId: string
  readonly taskId: number
  readonly viewer: TaskPageViewer
}

export class TaskPages {
  readonly #clock: Clock
  /** At all portals. */
  readonly people: TaskPeople
  readonly #open = new Set<OpenPage>()
  #out: OutOfPortal | null = null

  constructor({ clock, onChanged }: TaskPagesParts) {
    this.#clock = clock
    this.people = new TaskPeople({
      clock,
      onChanged,
      onSupport: (presence, isWriting) => this.#tellComputer(presence, isWriting),
    })
  }

  follow(out: OutOfPortal): void {
    this.#out = out
  }

  /** Answers what to call when the page is left. */
  open({ id: sessionId, user }: Session, taskId: number): () => void {
    const who = { viewerId: randomUUID(), guid: user.guid, name: user.name, taskId }
    const viewer = new TaskPageViewer({
      clock: this.#clock,
      tell: (kind) => this.#out?.say({ ...who, kind }),
    })
    const page = { sessionId, taskId, viewer }
    this.#open.add(page)
    return () => {
      this.#open.delete(page)
      viewer.left()
    }
  }

  /** A letter was typed on a page of that session. */
  writes(sessionId: string, taskId: number): void {
    for (const page of this.#open)
      if (page.sessionId === sessionId && page.taskId === taskId) page.viewer.writes()
  }

  #tellComputer({ customerId, computerId, taskId }: TaskPresence, isWriting: boolean): void {
    if (computerId === null) return
    const kind = isWriting ? 'writes' : 'left'
    this.#out?.tellComputer({ customerId, computerId, taskId, kind })
  }
}
