// The number of a label is fixed when it is accepted, on a real file, and found as people write it.
import { expect, test } from 'vitest'
import { label, newJob, spoolRig } from './test/spool-rig.ts'

test('with the letter that its computer has then, or the number that it brings', async () => {
  let letter: string | null = null
  const rig = await spoolRig({ letter: () => letter })
  const { spool } = rig
  const foundAs = async (ref: string) => (await spool.find(ref))?.n ?? null
  expect(await spool.accept(newJob(), label('x'))).toMatchObject({ n: 1, number: '1' })
  letter = 'B'
  expect(await spool.accept(newJob(), label('x'))).toMatchObject({ n: 2, number: 'B-2' })
  const arrived = newJob({ number: 'A-1' })
  expect(await spool.accept(arrived, label('x'))).toMatchObject({ n: 3, number: 'A-1' })
  expect(await Promise.all(['2', 'b-2', 'B-2', '1', 'B-1', 'a-1'].map(foundAs))).toEqual([2, 2, 2, 1, 1, 3])
  // Of its count here nobody knows it: somebody who writes 3 means B-3.
  expect(await Promise.all(['3', 'B-3', 'A-2', 'A-1.1'].map(foundAs))).toEqual([null, null, null, null])
  expect(await foundAs(arrived.id)).toBe(3)
  letter = 'D'
  expect(await spool.accept(newJob(), label('x'))).toMatchObject({ number: 'D-4' })
  await spool.close()
  const again = await rig.again()
  expect((await again.list(9)).map(({ number }) => number)).toEqual(['D-4', 'A-1', 'B-2', '1'])
})

test('of a label that came back to its computer the job that goes on is found', async () => {
  const { spool } = await spoolRig({ letter: () => 'B' })
  await spool.accept(newJob(), label('x'))
  await spool.accept(newJob({ number: 'B-1' }), label('x'))
  expect(await spool.find('1')).toMatchObject({ n: 2, number: 'B-1' })
})

test('it is in the commit that accepts the label, also where its first try is in it', async () => {
  const { spool } = await spoolRig({ letter: () => 'B' })
  const start = { kind: 'printer', destination: 'P1', odometer: null } as const
  expect(await spool.accept(newJob(), label('x'), start)).toMatchObject({ state: 'sending', number: 'B-1' })
})
