// An exchange of secrets in which a person restarts the programs, as in containers and on several machines: a command writes one round,
// and a note beside the secrets says how far it is.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { RefusedError } from '../refused.ts'
import { ENGINES, ROTATIONS, roundsOf, type Round, type Runs } from './rotations.ts'
import { writePrivate } from './secret-files.ts'
import { secretNames, type Secrets } from './secrets.ts'

/** It holds the new secrets of all rounds; at the end it is kept under the other name until the next one ends. */
const NOTE = '.exchange.json'
const LAST_NOTE = '.exchange-last.json'
const MOST_ROUNDS = 20
const WORD_LENGTH = 10
const Names = z.array(z.string().max(80)).max(50)
const Note = z.object({
  what: z.string().max(40),
  rounds: z
    .array(
      z.object({
        changes: z.record(z.string().max(80), z.string().max(10_000)),
        urls: Names,
        programs: Names,
        engines: z.array(z.enum(ENGINES)).default([]),
        untilSealed: z.boolean(),
      }),
    )
    .min(1)
    .max(MOST_ROUNDS),
  open: z.number().int().min(1).max(MOST_ROUNDS),
})

export interface Exchange {
  readonly what: string
  readonly rounds: readonly Round[]
  /** The round that is written and whose programs are to be restarted, from 1 on; noted before its first secret is written. */
  readonly open: number
}

export interface Turn {
  /** As it stands with this call. */
  readonly exchange: Exchange
  /** Its programs were restarted by a person, who says so; null: none was. */
  readonly ended: Round | null
  /** To write now; null: the exchange is at its end. */
  readonly round: Round | null
}

/** `also`: names of what somebody else exchanges. Throws RefusedError with the names that there are where nothing of this name is exchanged. */
export function roundsOfNew(
  what: string,
  secrets: Secrets,
  { runs, also = [] }: { readonly runs: Runs; readonly also?: readonly string[] },
): Round[] {
  const rounds = roundsOf(what, secrets, { runs })
  if (rounds !== null) return rounds
  throw new RefusedError(
    `relayctl does not exchange ${what.slice(0, 40)}; it does ${[...Object.keys(ROTATIONS), ...also].join(', ')}`,
  )
}

/**
 * What a call does. Without `restarted` it begins an exchange, or writes the open round once more. Throws RefusedError where another
 * exchange is under way, and where `restarted` is not the number of the open round: it was said twice, or of nothing.
 */
export function turnOf(call: {
  readonly what: string
  readonly restarted: number | null
  readonly underWay: Exchange | null
  readonly begin: () => readonly Round[]
}): Turn {
  const { what, restarted, underWay, begin } = call
  if (underWay === null) {
    if (restarted !== null)
      throw new RefusedError(`No exchange of ${what} is under way: leave --restarted away to begin one`)
    const exchange = { what, rounds: begin(), open: 1 }
    return { exchange, ended: null, round: exchange.rounds[0] ?? null }
  }
  if (underWay.what !== what)
    throw new RefusedError(
      `The exchange of ${underWay.what} is under way (${progressText(underWay)}): bring that to its end first`,
    )
  const { rounds, open } = underWay
  const now = rounds[open - 1] ?? null
  if (restarted === null) return { exchange: underWay, ended: null, round: now }
  if (restarted !== open)
    throw new RefusedError(
      `${progressText(underWay)} is open, and not ${restarted}: without --restarted it is written and said once more`,
    )
  return { exchange: { ...underWay, open: open + 1 }, ended: now, round: rounds[open] ?? null }
}

export function progressText({ rounds, open }: Exchange): string {
  return `round ${open} of ${rounds.length}`
}

/** Null: the option was left out. Throws RefusedError for what is no number of a round. */
export function restartedRound(text: string | undefined): number | null {
  if (text === undefined) return null
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  throw new RefusedError(
    `--restarted takes the number of the round whose programs were restarted, as it was printed`,
  )
}

/** Null: none is under way. Throws ZodError for a note that this version cannot read. */
export function exchangeIn(folder: string): Exchange | null {
  const file = path.join(folder, NOTE)
  return existsSync(file) ? Note.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
}

/** Before the first secret of a round is written. */
export function keepExchange(folder: string, exchange: Exchange): void {
  writePrivate(path.join(folder, NOTE), JSON.stringify(exchange))
}

/** Its note stays until the next one's end, for whoever finds that a machine never got the last round. */
export function endExchange(folder: string): void {
  renameSync(path.join(folder, NOTE), path.join(folder, LAST_NOTE))
}

/**
 * Ten characters that say whether a machine has the secrets that it is to have: of all of them by name; one that is not there counts as
 * an empty one.
 */
export function checkWord(secrets: Secrets): string {
  const text = secretNames()
    .toSorted()
    .map((name) => `${name}=${secrets[name] ?? ''}\n`)
  return createHash('sha256').update(text.join('')).digest('hex').slice(0, WORD_LENGTH)
}
