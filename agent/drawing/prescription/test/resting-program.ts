// For tests, on Linux: draws 30 labels as the agent does, and says what the process and its helper hold before, meanwhile and after.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { SteppedClock } from '@pharmacy-relay/shared/test/stepped-clock.ts'
import { PrescriptionDrawer } from '../prescription-drawer.ts'
import { PRESCRIPTIONS } from './prescriptions.ts'

const LABELS = 30
const IDLE_MS = 15_000

const helpers = (): string[] =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid !== '')

function megabytes(pid: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000
}

// The drawer keeps no program alive; its parent does.
process.on('message', () => undefined)
const clock = new SteppedClock()
const drawer = new PrescriptionDrawer({ clock })
const documents = Object.values(PRESCRIPTIONS).filter((document) => document !== PRESCRIPTIONS.long)
const media = { widthMm: 100, heightMm: 50, dpi: 300 } as const
const before = megabytes('self')
for (let drawn = 0; drawn < LABELS; drawn += 1) {
  const document = documents[drawn % documents.length] ?? PRESCRIPTIONS.plain
  await drawer.draw({ document, media, language: 'zpl' })
}
const helper = Math.max(...helpers().map(megabytes))
clock.stepMs(IDLE_MS)
await drawer.stop()
while (helpers().length > 0) await new Promise(setImmediate)
process.send?.({ before, helper, after: megabytes('self') })
await once(process, 'disconnect')
