// What is measured of a crowd: memory for each client, one document to one of all, and at our hub an end of access.
import { setTimeout as delay } from 'node:timers/promises'
import { figuresOf, type Figures } from '../measure.ts'
import type { Crowd } from './crowd.ts'
import { residentKb } from './server-process.ts'

export interface CrowdCounts {
  /** Connected before the memory is read first, so that what the server needs once is not divided among devices. */
  readonly warmUp: number
  readonly devices: number
  /** How long the server is left alone before its memory is read. */
  readonly settleMs: number
  readonly pushes: number
  readonly revocations: number
}

/** Kilobytes (1,024 bytes) of resident memory for each of `devices`; null where it cannot be read. Leaves all connected. */
export async function memoryEachKb(
  crowd: Crowd,
  { warmUp, devices, settleMs }: CrowdCounts,
): Promise<number | null> {
  await crowd.connect(0, warmUp)
  const before = await settledKb(crowd, settleMs)
  await crowd.connect(warmUp, warmUp + devices)
  const after = await settledKb(crowd, settleMs)
  return before === null || after === null ? null : (after - before) / devices
}

async function settledKb(crowd: Crowd, settleMs: number): Promise<number | null> {
  await delay(settleMs)
  await crowd.collect()
  return residentKb(crowd.server.pid)
}

/** To devices all over the crowd, one after the other. */
export async function pushFigures(crowd: Crowd, counts: CrowdCounts): Promise<Figures> {
  return eachFigures(counts, counts.pushes, async (device) => crowd.push(device))
}

/** Those devices stay away then. */
export async function revocationFigures(
  revoke: (device: number) => Promise<void>,
  counts: CrowdCounts,
): Promise<Figures> {
  return eachFigures(counts, counts.revocations, revoke)
}

async function eachFigures(
  { warmUp, devices }: CrowdCounts,
  runs: number,
  work: (device: number) => Promise<void>,
): Promise<Figures> {
  const step = Math.max(1, Math.floor((warmUp + devices) / runs))
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now()
    await work(run * step)
    times.push(performance.now() - startedAt)
  }
  return figuresOf(times)
}
