// Memory is given back without anything that is kept.
import { expect, test } from 'vitest'
import { label, newJob, spoolRig } from './test/spool-rig.ts'

test('Memory is given back between two labels, and nothing of what is kept with it', async () => {
  const { spool } = await spoolRig()
  const first = await spool.accept(newJob(), label('one'))
  await spool.giveMemoryBack()
  const second = await spool.accept(newJob(), label('two'))
  expect(await spool.unfinished()).toEqual([first, second])
  expect(await spool.payload(first.id)).toEqual(label('one'))
})
