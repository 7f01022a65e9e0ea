// What is measured of a crowd: memory for each client, one document to one of all, and at our hub an end of access.
import { setTimeout as delay } from 'node:timers/promises'
import { figuresOf, type Figures } from '../measure.ts'
import { connectInSteps, type Crowd, type Say } from './crowd.ts'
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

/** Kilobytes (1,024 bytes) of resident memory. */
export interface Memory {
  /** What each of `devices` adds, garbage and the room for it given back before and after. */
  readonly eachKb: number
  /** The process with all of them, as it stands before anything is given back. */
  readonly wholeKb: number
}

/** Null where it cannot be read. Leaves all connected. */
export async function memoryFigures(
  crowd: Crowd,
  { warmUp, devices, settleMs }: CrowdCounts,
  say: Say,
): Promise<Memory | null> {
  const settledKb = async (): Promise<number | null> => {
    await crowd.collect()
    return residentKb(crowd.server.pid)
  }
  await connectInSteps(crowd, { from: 0, to: warmUp }, say)
  await delay(settleMs)
  const before = await settledKb()
  await connectInSteps(crowd, { from: warmUp, to: warmUp + devices }, say)
  await delay(settleMs)
  const wholeKb = residentKb(crowd.server.pid)
  const after = await settledKb()
  if (before === null || wholeKb === null || after === null) return null
  return { eachKb: (after - before) / devices, wholeKb }
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
