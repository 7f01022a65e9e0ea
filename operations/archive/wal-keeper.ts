// Fetches the log of the database server as it is written, begins a segment each minute in which something was written, and seals what is complete.
//
//   PostgreSQL ── slot, pg_receivewal ──▶ RECEIVING/NAME.partial ──▶ RECEIVING/NAME ── zstd, age ──▶ ARCHIVE/wal/NAME.zst.age
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startTool } from '../database/postgres-tools.ts'
import { SEGMENT, sealedName, walFolder } from './archive-files.ts'
import { beginSegment, logPosition, SLOT } from './log.queries.ts'
import { sealFile } from './sealed-file.ts'

export interface KeeperParts {
  /** Of the role of backups. */
  readonly url: string
  /** pg_receivewal. */
  readonly tool: string
  /** On this machine, in clear, as the database beside it. */
  readonly receiving: string
  readonly archive: string
  readonly recipient: string
  readonly say: (line: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
}

/** What was committed longer ago is in the archive: this, and the next look. */
const SEGMENT_MS = 60_000
const LOOK_MS = 5_000
const AGAIN_MS = 2_000
/** Segments that are received and cannot be sealed, 4 GiB: from there on the database server keeps its log itself, up to its own limit. */
const MOST_UNSEALED = 256

/** Resolves when it was ended and what is complete is sealed. Throws only what keeps it from beginning. */
export async function keepArchive(parts: KeeperParts): Promise<void> {
  for (const folder of [parts.receiving, walFolder(parts.archive)])
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  const received = receive(parts)
  const turns = new SegmentTurns(parts.url)
  let fault = ''
  while (!parts.signal.aborted) {
    const now = await turns
      .look()
      .then(async () => sealComplete(parts))
      .then(() => '', wordsOf)
    if (now !== fault) parts.say(now === '' ? 'archive: goes on' : `archive: ${now}`)
    fault = now
    await wait(LOOK_MS, null, { signal: parts.signal }).catch(() => null)
  }
  await received
  await sealComplete(parts)
}

/** Begins the next segment when something was written into this one, and not more often than each minute. */
class SegmentTurns {
  readonly #url: string
  #begunAtMs = 0
  #begunBytes = 0

  constructor(url: string) {
    this.#url = url
  }

  async look(): Promise<void> {
    if (performance.now() - this.#begunAtMs < SEGMENT_MS) return
    const { bytes } = await logPosition(this.#url)
    if (bytes === this.#begunBytes) return
    this.#begunBytes = (await beginSegment(this.#url)).bytes
    this.#begunAtMs = performance.now()
  }
}

/** pg_receivewal, again and again. */
async function receive(parts: KeeperParts): Promise<void> {
  const { url, tool, receiving, say, signal } = parts
  const args = ['--directory', receiving, '--slot', SLOT, '--synchronous', '--no-loop', '--no-password']
  let fault: string | null = null
  while (!signal.aborted) {
    if (completeIn(receiving).length >= MOST_UNSEALED) {
      await wait(LOOK_MS, null, { signal }).catch(() => null)
      continue
    }
    const { child, ended } = startTool({ tool, args, as: { url }, database: 'postgres' })
    child.stdout?.resume()
    const end = (): void => void child.kill('SIGINT')
    signal.addEventListener('abort', end, { once: true })
    const looking = setInterval(() => {
      if (completeIn(receiving).length >= MOST_UNSEALED) end()
    }, LOOK_MS)
    const now = await ended
    clearInterval(looking)
    signal.removeEventListener('abort', end)
    if (now !== fault && !signal.aborted) say(`archive: ${now ?? 'the log ended'}`)
    fault = now
    await wait(AGAIN_MS, null, { signal }).catch(() => null)
  }
}

/** Segments that are whole, oldest first; each is removed when it is safe. */
async function sealComplete({ receiving, archive, recipient }: KeeperParts): Promise<void> {
  for (const name of completeIn(receiving)) {
    const from = path.join(receiving, name)
    await sealFile(from, path.join(walFolder(archive), sealedName(name)), recipient)
    rmSync(from)
  }
}

function completeIn(receiving: string): string[] {
  return readdirSync(receiving)
    .filter((name) => SEGMENT.test(name))
    .toSorted()
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
