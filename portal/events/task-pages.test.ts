// Who looks at a support task and who writes, over two portals and the store API between them: also where one of them dies.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PRESENCE_GONE_MS, WRITING_REST_MS } from '@pharmacy-relay/shared/api/support/presence-times.ts'
import type { StaffPresence } from '@pharmacy-relay/shared/api/support/task-presence.ts'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { newSession, type Session } from '../session/session.ts'
import { TaskPages } from './task-pages.ts'

function sessionOf(name: string): Session {
  const at = '2026-01-01T00:00:00.000Z'
  const tokens = { accessToken: 'a', accessExpiresAt: at, refreshToken: 'r', refreshExpiresAt: at }
  return newSession({ guid: randomUUID(), name, role: 'Support' }, tokens, 0)
}

/** A store API that tells every portal what each of them says, of a task of computer 11. */
function twoPortals() {
  const clock = new SteppedClock()
  const dead = new Set<TaskPages>()
  const portals: TaskPages[] = []
  const hear = (presence: StaffPresence): void => {
    for (const portal of portals) portal.people.heard({ ...presence, customerId: 1, computerId: 11 })
  }
  const newPortal = () => {
    const changes: string[] = []
    const toComputer: string[] = []
    const pages = new TaskPages({
      clock,
      onChanged: (_taskId, people) =>
        void changes.push(people.map(({ name, isWriting }) => `${name} ${isWriting}`).join(', ')),
    })
    pages.follow({
      say: (presence) => {
        if (!dead.has(pages)) hear(presence)
      },
      tellComputer: ({ computerId, kind }) => void toComputer.push(`${computerId} ${kind}`),
    })
    portals.push(pages)
    return { pages, changes, toComputer, die: () => void dead.add(pages) }
  }
  return { clock, here: newPortal(), there: newPortal() }
}

test('K29: who writes at a portal that dies is gone 45 s after it said so last, for pages and for the computer', () => {
  const { clock, here, there } = twoPortals()
  const ada = sessionOf('Ada')
  there.pages.open(ada, 7)
  there.pages.writes(ada.id, 7)
  expect(here.pages.people.of(7)).toEqual([{ guid: ada.user.guid, name: 'Ada', isWriting: true }])
  there.die()
  clock.stepMs(PRESENCE_GONE_MS - 1)
  expect(here.pages.people.of(7)).toHaveLength(1)
  expect(here.toComputer).toEqual(['11 writes'])
  clock.stepMs(1)
  expect(here.pages.people.of(7)).toEqual([])
  expect(here.changes).toEqual(['Ada false', 'Ada true', ''])
  expect(here.toComputer).toEqual(['11 writes', '11 left'])
})

test('who looks stays for as long as his page is open, and stops writing by himself; a page that is left is gone at once', () => {
  const { clock, here, there } = twoPortals()
  const ada = sessionOf('Ada')
  const leave = there.pages.open(ada, 7)
  for (let minutes = 0; minutes < 30; minutes += 1) clock.stepMs(60_000)
  there.pages.writes(ada.id, 7)
  there.pages.writes(ada.id, 8)
  clock.stepMs(WRITING_REST_MS - 1)
  there.pages.writes(ada.id, 7)
  clock.stepMs(WRITING_REST_MS)
  leave()
  clock.stepMs(120_000)
  expect(here.changes).toEqual(['Ada false', 'Ada true', 'Ada false', ''])
  expect(here.toComputer).toEqual(['11 writes', '11 left'])
  expect(here.pages.people.of(8)).toEqual([])
})

test('a person with two pages is one, and the person at the computer is told to pages alone', () => {
  const { here, there } = twoPortals()
  const ada = sessionOf('Ada')
  here.pages.open(ada, 7)
  const leave = there.pages.open(ada, 7)
  there.pages.writes(ada.id, 7)
  const person = { viewerId: randomUUID(), guid: null, name: 'COUNTER-1', taskId: 7, kind: 'writes' } as const
  here.pages.people.heard({ ...person, customerId: 1, computerId: 11 })
  expect(here.pages.people.of(7).map(({ name, isWriting }) => [name, isWriting])).toEqual([
    ['Ada', true],
    ['COUNTER-1', true],
  ])
  leave()
  expect(here.pages.people.of(7).map(({ name, isWriting }) => [name, isWriting])).toEqual([
    ['Ada', false],
    ['COUNTER-1', true],
  ])
  expect(here.toComputer).toEqual(['11 writes', '11 left'])
})
