// One batch of cases from its first moment to its rest: its devices share hubs, database and weather, as a fleet does.
import type { RelayEvent } from '@pharmacy-relay/shared/hub/store-hub.ts'
import type { StoreDb } from '@pharmacy-relay/relay-server/store-api/database.ts'
import { eventsAfter, lastEventId } from '@pharmacy-relay/relay-server/store-api/events/outbox.queries.ts'
import { isSupportEvent } from '@pharmacy-relay/relay-server/store-api/events/store-event.ts'
import {
  addPairedComputers,
  letEndsSpread,
  letSequencesStand,
  removeEverybody,
} from '@pharmacy-relay/relay-server/store-api/test/fleet-rows.queries.ts'
import { Fleet } from './fleet.ts'
import type { Broken } from './invariants.ts'
import type { LeftOut } from './left-out.ts'
import { realTime, steppedTime, UnderWay, type ModelTime } from './model-time.ts'
import { deliver } from './post.ts'
import { relayAtRest } from './relayed-labels.ts'
import { DEVICES, type Batch, type Life } from './weather.ts'

export interface LiveParts {
  readonly db: StoreDb
  readonly isRealTime: boolean
  readonly leftOut: LeftOut
}

/** What happens within a step of time happens at its end. */
const STEP_MS = 1_000
const QUIET_STEP_MS = 2_500
const QUIET_MS = 35_000
/** By then every agent that wants to be connected is. */
const BACK_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 5_000
/** By then every relayed label has its outcome. */
const RELAYED_WITHIN_MS = 7_500
const EVENTS_PER_LOOK = 10_000

/** What was broken; nothing, if all is well. */
export async function liveThrough(batch: Batch, parts: LiveParts): Promise<readonly Broken[]> {
  const { db, isRealTime, leftOut } = parts
  // Of a batch that came to no end.
  await removeEverybody(db)
  const underWay = new UnderWay()
  const cursor = { at: await lastEventId(db) }
  const afterStep = async (): Promise<void> => {
    const events = await eventsAfter(db, cursor.at, EVENTS_PER_LOOK)
    cursor.at = events.at(-1)?.id ?? cursor.at
    spread(
      fleet,
      events.filter((event) => !isSupportEvent(event)),
    )
  }
  const time = isRealTime ? realTime({ afterStep }) : await steppedTime(db, { underWay, afterStep })
  if (leftOut === 'close-of-one') await letEndsSpread(db)
  if (leftOut === 'sequences') await letSequencesStand(db)
  const computers = await addPairedComputers(db, batch.lives.flatMap(pharmaciesOf))
  const fleet = new Fleet({ db, time, underWay, computers, chance: chanceOf(batch.chance), leftOut })
  try {
    await live(fleet, batch, time)
    await comeToRest(fleet, time)
    await fleet.invariants.atTheEnd(db, time.clock.monotonicMs())
    return fleet.invariants.broken
  } finally {
    fleet.stop()
    await underWay.rest()
    await removeEverybody(db)
  }
}

async function live(fleet: Fleet, batch: Batch, time: ModelTime): Promise<void> {
  await open(fleet, batch, time)
  for (const [moment, weather] of batch.weather.entries()) {
    fleet.turn(weather)
    for (const [life, moments] of batch.lives.entries())
      for (const happening of moments[moment] ?? []) fleet.happen(life, happening)
    await time.pass(weather.afterMs, STEP_MS)
  }
}

/** Of each device of a case: the last one is not of the pharmacy of the others. */
function pharmaciesOf(_life: Life, index: number): number[] {
  return Array.from({ length: DEVICES }, (_none, device) => 2 * index + (device === DEVICES - 1 ? 1 : 0))
}

/** The offices of cases that have a life begin their day. */
async function open(fleet: Fleet, { lives }: Batch, time: ModelTime): Promise<void> {
  for (const [life, moments] of lives.entries()) if (moments.some((one) => one.length > 0)) fleet.begin(life)
  await time.pass(STEP_MS, STEP_MS)
}

/** Fine weather until all who want to be connected are, then 35 s more, and then labels to everybody. */
async function comeToRest(fleet: Fleet, time: ModelTime): Promise<void> {
  fleet.clearUp()
  for (let waitedMs = 0; waitedMs < BACK_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    const away = fleet.agents.filter(({ isOn, isRefused, isAsleep, connection }) => {
      return isAsleep || (isOn && !isRefused && (connection === null || connection.registeredAtMs === null))
    })
    if (away.length === 0) break
    await time.pass(LOOK_EVERY_MS, STEP_MS)
  }
  await time.pass(QUIET_MS, QUIET_STEP_MS)
  relayAtRest(fleet)
  await time.pass(RELAYED_WITHIN_MS, QUIET_STEP_MS)
}

/** What committed: to those who watch, to the timer of graces, and to the hubs as the post is. */
function spread(fleet: Fleet, events: readonly RelayEvent[]): void {
  const nowMs = fleet.clock.monotonicMs()
  fleet.invariants.heard(events, nowMs)
  fleet.invariants.look(nowMs)
  fleet.store.graces.heard(events)
  const presence = events.filter((event) => event.kind === 'presence')
  if (presence.length === 0) return
  for (const hub of fleet.hubs)
    deliver(fleet.post, hub, () => {
      for (const event of presence) hub.announce(event)
    })
}

/** Uniform, from 0 up to but without 1, by a number (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
