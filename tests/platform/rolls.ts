// What came out of the demo's test printers.
import { z } from 'zod'
import { waitUntil, type DemoFile } from '../running-demo.ts'

const Roll = z.array(z.object({ sha256: z.string() }))
/** An agent tries again within some seconds when its printer is away. */
const LIMIT_MS = 120_000

export function printerOf(demo: DemoFile, name: string): DemoFile['testPrinters'][number] {
  const printer = demo.testPrinters.find((candidate) => candidate.name === name)
  if (printer === undefined) throw new Error(`the demo has no ${name}`)
  return printer
}

/** What stands on a printer's roll, as SHA-256, oldest first. */
export async function rollOf(demo: DemoFile, name: string): Promise<string[]> {
  const reply = await fetch(`${printerOf(demo, name).httpUrl}/labels`)
  return Roll.parse(await reply.json()).map(({ sha256 }) => sha256)
}

/** The roll once it has so many entries. Throws after 30 s. */
export async function rolled(demo: DemoFile, name: string, count: number): Promise<string[]> {
  let roll: string[] = []
  const isThere = async () => (roll = await rollOf(demo, name)).length >= count
  await waitUntil(isThere, LIMIT_MS, () => JSON.stringify(roll))
  return roll
}
