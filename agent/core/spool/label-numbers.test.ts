// What a label of another computer and its reprints are called here.
import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startRig } from './test/spool-rig.ts'

function labelFrom(origin: string, number?: string) {
  const payload = Buffer.from('^XA^FO9,9^FDlabel^FS^XZ')
  const sha256 = createHash('sha256').update(payload).digest('hex')
  const facts = { id: randomUUID(), payload, sha256, reprint: null, ttlMs: 60_000, sender: 'COUNTER', origin }
  return { ...facts, number }
}

test('As its own computer calls it, and by a number of this one where that says none', async () => {
  const { spool, reach } = await startRig()
  await spool.arrivals.accept(labelFrom('counter', 'B-75'))
  await spool.arrivals.accept(labelFrom('older agent'))
  await reach('1 sent_to_printer', '2 sent_to_printer')
  expect((await spool.list(2)).map(({ number }) => number)).toEqual(['2', 'B-75'])
  expect(await spool.actions.reprint('B-75', null)).toMatchObject({ number: 'B-75.1' })
  await reach('3 sent_to_printer')
  const { job, steps } = await spool.trace('B-75.1')
  expect(job.number).toBe('B-75.1')
  expect(steps[0]?.reasons[0]).toMatchObject({ params: { count: 1, label: 'B-75' } })
  expect(await spool.actions.reprint('B-75.1', null)).toMatchObject({ number: 'B-75.2' })
  await expect(spool.trace('a-9')).rejects.toThrow('This computer has no label A-9. See: agent jobs')
})
