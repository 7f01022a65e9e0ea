// An exchange of secrets in which a person restarts the programs, as in containers and on several machines: a command writes one round,
// and a note beside the secrets says how far it is.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { RefusedError } from '../refused.ts'
import { ROTATIONS, roundsOf, type Round } from './rotations.ts'
import { writePrivate } from './secret-files.ts'
import type { Secrets } from './secrets.ts'

/** It holds the new secrets of all rounds. */
const NOTE = '.exchange.json'
const MOST_ROUNDS = 20
const Names = z.array(z.string().max(80)).max(50)
const Note = z.object({
  what: z.string().max(40),
  rounds: z
    .array(
      z.object({
        changes: z.record(z.string().max(80), z.string().max(10_000)),
        urls: Names,
        programs: Names,
        untilSealed: z.boolean(),
      }),
    )
    .min(1)
    .max(MOST_ROUNDS),
  written: z.number().int().min(0).max(MOST_ROUNDS),
})

export interface Exchange {
  readonly what: string
  readonly rounds: readonly Round[]
  /** Rounds whose secrets are all on the disk, 0 to as many as there are. */
  readonly written: number
}

export interface Turn {
  readonly exchange: Exchange
  /** Its programs were restarted by a person, who says so; null: none was. */
  readonly ended: Round | null
  /** To write now; null: the exchange is at its end. */
  readonly round: Round | null
  /** From 1 on. */
  readonly number: number
}

/** Throws RefusedError with the names that there are where nothing of this name is exchanged. */
export function roundsOfNew(what: string, secrets: Secrets): Round[] {
  const rounds = roundsOf(what, secrets)
  if (rounds !== null) return rounds
  throw new RefusedError(
    `relayctl does not exchange ${what.slice(0, 40)}; it does ${Object.keys(ROTATIONS).join(', ')}`,
  )
}

/**
 * What a call does. Without `isRestarted` it begins an exchange, or writes the open round once more. Throws RefusedError where another
 * exchange is under way, and where there is none whose programs could have been restarted.
 */
export function turnOf(call: {
  readonly what: string
  readonly isRestarted: boolean
  readonly underWay: Exchange | null
  readonly begin: () => readonly Round[]
}): Turn {
  const { what, isRestarted, underWay, begin } = call
  if (underWay === null && isRestarted)
    throw new RefusedError(`No exchange of ${what} is under way: leave --restarted away to begin one`)
  if (underWay !== null && underWay.what !== what)
    throw new RefusedError(
      `The exchange of ${underWay.what} is under way (${progressText(underWay)}): bring that to its end first`,
    )
  const exchange = underWay ?? { what, rounds: begin(), written: 0 }
  const { rounds, written } = exchange
  const at = isRestarted ? written : Math.max(written - 1, 0)
  const ended = isRestarted && written > 0 ? (rounds[written - 1] ?? null) : null
  return { exchange, ended, round: rounds[at] ?? null, number: at + 1 }
}

export function progressText({ rounds, written }: Exchange): string {
  return `round ${Math.max(written, 1)} of ${rounds.length}`
}

/** Null: none is under way. Throws ZodError for a note that this version cannot read. */
export function exchangeIn(folder: string): Exchange | null {
  const file = path.join(folder, NOTE)
  return existsSync(file) ? Note.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Before the first secret is written, and after the secrets of each round. */
export function keepExchange(folder: string, exchange: Exchange): void {
  writePrivate(path.join(folder, NOTE), JSON.stringify(exchange))
}

export function endExchange(folder: string): void {
  rmSync(path.join(folder, NOTE), { force: true })
}
