// Benchmark of the spool's store: how long a label takes to be accepted, that is committed, and how many get through.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { createSealer } from '../../../agent/core/keys/sealer.ts'
import type { SpoolStore } from '../../../agent/core/spool/store/spool-store.ts'
import { openSpoolStore } from '../../../agent/core/spool/store/open-spool-store.ts'
import { figuresOf, type BenchRow } from './measure.ts'
import { benchLabel, LABEL_BYTES } from './print/bench-label.ts'
import type { BenchReport } from './report.ts'
import { SLOW_FLUSH_MS } from '../../kit/disk/spool-slow-worker.ts'

interface Disk {
  readonly text: string
  readonly threadFile: URL | null
}

const DISKS: readonly Disk[] = [
  { text: 'this disk', threadFile: null },
  {
    text: `a flush of ${SLOW_FLUSH_MS} ms more`,
    threadFile: new URL('../../kit/disk/spool-slow-worker.ts', import.meta.url),
  },
]
const AT_ONCE = [1, 4, 16, 32]
const LABELS = 1_000
const WARM_UP = 50
const ATTEMPT = { kind: 'printer', destination: 'tcp:192.168.1.50:9100', odometer: null } as const

export async function spoolBench(say: (text: string) => void): Promise<BenchReport> {
  const rows: BenchRow[] = []
  for (const disk of DISKS)
    for (const atOnce of AT_ONCE) {
      say(`bench spool: ${disk.text}, ${atOnce} at once`)
      rows.push(await measured(disk, atOnce, rows[0]?.p50Ms ?? null))
    }
  const conditions = `${LABEL_BYTES} bytes, sealed; the time is that of accept; each label then goes to sending and
  to sent to printer, three commits in all; labels/s are whole labels`
  return { name: 'spool', conditions, rows }
}

async function measured(disk: Disk, atOnce: number, referenceMs: number | null): Promise<BenchRow> {
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-bench-'))
  const store = await openSpoolStore({
    folder,
    sealer: createSealer(randomBytes(32)),
    clock: systemClock,
    logger: silentLogger,
    ...(disk.threadFile === null ? {} : { threadFile: disk.threadFile }),
  })
  try {
    await labelsThrough(store, atOnce, WARM_UP)
    const startedAt = performance.now()
    const figures = figuresOf(await labelsThrough(store, atOnce, LABELS))
    const perSecond = Math.round((LABELS / (performance.now() - startedAt)) * 1_000)
    const ratio = referenceMs === null ? null : figures.p50Ms / referenceMs
    return { name: `${atOnce} at once, ${disk.text}`, ...figures, perSecond, targetP99Ms: null, ratio }
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

/** Each sender waits for its label before it sends the next. Gives the times until they were accepted. */
async function labelsThrough(store: SpoolStore, atOnce: number, count: number): Promise<number[]> {
  const times: number[] = []
  let left = count
  const sender = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      times.push(await oneLabel(store, left))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return times
}

async function oneLabel(store: SpoolStore, serial: number): Promise<number> {
  const id = randomUUID()
  const startedAt = performance.now()
  await store.accept(
    {
      id,
      state: 'accepted',
      reasons: [],
      sender: '127.0.0.1',
      endedBy: 'fin',
      language: 'zpl',
      isComplete: true,
      copies: 1,
      reprint: null,
      acceptedAtMs: Date.now(),
    },
    benchLabel(serial),
  )
  const acceptedAt = performance.now()
  await store.startAttempt(id, ATTEMPT)
  await store.change(id, { state: 'sent_to_printer', reasons: [], evidence: 'L1', bytesSent: LABEL_BYTES })
  return acceptedAt - startedAt
}
