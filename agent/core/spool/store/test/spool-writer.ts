// A process that takes labels and sends them as fast as it can, says what was acknowledged, and waits to be killed.
//
//   node spool-writer.ts FOLDER       the key is 32 times 7; each line: NUMBER ID STATE, written after the promise
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { silentLogger } from '@pharmacy-relay/shared/logger.ts'
import { systemClock } from '@pharmacy-relay/shared/clock.ts'
import { createSealer } from '../../../keys/sealer.ts'
import type { JobRow, NewJob } from '../spool-store.ts'
import { openSpoolStore } from '../open-spool-store.ts'

const AT_ONCE = 4
const [, , folder = ''] = process.argv
const spool = await openSpoolStore({
  folder,
  sealer: createSealer(Buffer.alloc(32, 7)),
  clock: systemClock,
  logger: silentLogger,
  limits: { reserveBytes: 0 },
})

/** The pipe is full while the test has no time to read it: waits for room, so that the kill is what ends this process. */
function say({ n, id, state }: JobRow): void {
  for (;;) {
    try {
      writeSync(1, `${n} ${id} ${state}\n`)
      return
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

async function oneAfterTheOther(): Promise<never> {
  for (;;) {
    const id = randomUUID()
    const job: NewJob = {
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
    }
    say(await spool.accept(job, Buffer.from(`^XA^FD${id}^FS^XZ`)))
    say(await spool.startAttempt(id, { kind: 'printer', destination: 'tcp:192.168.1.50:9100', odometer: 7 }))
    say(await spool.change(id, { state: 'sent_to_printer', reasons: [], evidence: 'L1' }))
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, oneAfterTheOther))
