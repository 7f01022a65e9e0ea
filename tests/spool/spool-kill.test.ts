// kill -9 at random moments: everything that was acknowledged is there, as far as it was acknowledged, and no more twice.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { expect, test } from 'vitest'
import { buildPrograms } from '../../scripts/build/build-programs.ts'
import { temporaryFolder } from '../../agent/test/temporary-folder.ts'
import { createSealer } from '../../agent/core/keys/sealer.ts'
import type { JobRow } from '../../agent/core/spool/store/spool-store.ts'
import { openSpoolStore } from '../../agent/core/spool/store/open-spool-store.ts'

/** 50 by `npm run verify:campaigns`. */
const KILLS = Number(process.env['SPOOL_KILLS'] ?? (process.env['Tests__Long'] === undefined ? 15 : 50))
/** Bundled: 50 starts from sources took most of the processor time. */
const PROGRAMS = {
  'spool-writer': 'agent/core/spool/store/test/spool-writer.ts',
  'spool-worker': 'agent/core/spool/store/file/spool-worker.ts',
}
const ORDER: readonly JobRow['state'][] = ['accepted', 'sending', 'sent_to_printer']

interface Acknowledged {
  readonly n: number
  readonly state: JobRow['state']
}

test(
  `after ${KILLS} kills nothing that was acknowledged is missing or behind`,
  { timeout: KILLS * 20_000 },
  async () => {
    const folder = temporaryFolder()
    const writer = path.join(await buildPrograms('spool-writer', PROGRAMS), 'spool-writer.mjs')
    const acknowledgedById = new Map<string, Acknowledged>()
    for (let kill = 0; kill < KILLS; kill += 1) await writeUntilKilled([writer, folder], acknowledgedById)
    const spool = await openSpoolStore({
      folder,
      sealer: createSealer(Buffer.alloc(32, 7)),
      clock: systemClock,
      logger: silentLogger,
      limits: { reserveBytes: 0 },
    })
    const rows = await spool.list(1_000_000)
    const rowById = new Map(rows.map((row) => [row.id, row]))
    for (const [id, { n, state }] of acknowledgedById) {
      const row = rowById.get(id)
      expect(row?.n, id).toBe(n)
      expect(ORDER.indexOf(row?.state ?? 'failed'), id).toBeGreaterThanOrEqual(ORDER.indexOf(state))
    }
    // Whatever a kill came between is one change ahead at most, and each job that is sending has its open attempt.
    expect(rows.map(({ n }) => n)).toEqual([...rows.keys()].map((index) => rows.length - index))
    const sending = rows.filter(({ state }) => state === 'sending').map(({ id }) => id)
    expect((await spool.openAttempts()).map(({ jobId }) => jobId).toSorted()).toEqual(sending.toSorted())
    const [oldest] = await spool.unfinished()
    if (oldest !== undefined)
      expect(Buffer.from((await spool.payload(oldest.id)) ?? []).toString()).toContain(oldest.id)
    await spool.close()
    expect(acknowledgedById.size).toBeGreaterThan(KILLS)
  },
)

/** Kills the writer 1 to 60 ms after its first line, so that no kill is spent on its start. */
async function writeUntilKilled(
  program: readonly string[],
  acknowledgedById: Map<string, Acknowledged>,
): Promise<void> {
  const writer = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  let lines = ''
  writer.stdout.on('data', (chunk: Buffer) => (lines += chunk.toString()))
  const closed = once(writer, 'close')
  await Promise.race([once(writer.stdout, 'data'), closed])
  setTimeout(() => writer.kill('SIGKILL'), 1 + Math.random() * 60)
  await closed
  expect(writer.signalCode, 'the writer failed by itself').toBe('SIGKILL')
  // What follows the last line end was cut by the kill.
  for (const line of lines.split('\n').slice(0, -1)) {
    const [n, id = '', state] = line.split(' ')
    const known = ORDER.find((name) => name === state)
    if (known !== undefined) acknowledgedById.set(id, { n: Number(n), state: known })
  }
}
