// A short fuzz of the job link with a fixed seed, and that its rules can be broken.
import { expect, test } from 'vitest'
import { fuzzLink } from './fuzz-link.ts'
import { linkInput } from './link-inputs.ts'
import { linkBecomes } from './link-judge.ts'

test('3,000 inputs do not crash, hang or swell either end of a link', async () => {
  const result = await fuzzLink({ inputs: 3_000, seed: 20_261_121, say: () => undefined })
  expect(result.faults).toEqual([])
  expect(Object.keys(result.byKind)).toHaveLength(7)
  expect([result.real, result.count > 500]).toEqual([6, true])
})

test('the same seed and number give the same input', () => {
  expect(linkInput(7, 99)).toEqual(linkInput(7, 99))
  expect(linkInput(8, 99)).not.toEqual(linkInput(7, 99))
})

test.each(['receiver', 'sender'] as const)(
  'a label that a %s leaves without an end is a fault',
  async (side) => {
    const numbers = Array.from({ length: 200 }, (_none, number) => linkInput(1, number))
    const whole = numbers.find((input) => input.kind === 'whole exchange' && input.side === side)
    if (whole === undefined) throw new Error('there is none')
    expect((await linkBecomes(whole)).faults).toEqual([])
    const cut = { ...whole, fragments: [] }
    const text = side === 'receiver' ? 'did not keep a whole label' : 'did not hear an answer'
    expect((await linkBecomes(cut)).faults).toEqual([text])
  },
)
