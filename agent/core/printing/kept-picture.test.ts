// What is sent is what was seen, drawn once.
import { expect, test } from 'vitest'
import { MAX_PACKED_BYTES } from '@pharmacy-relay/shared/api/support/help-bundle.ts'
import { keepingLast } from './kept-picture.ts'
import type { LabelPicture } from './label-picture.ts'

test('The label that was asked for last is not drawn again; one that is too large to be sent is not kept', async () => {
  const drawn: string[] = []
  const draw = keepingLast(async (ref) => {
    drawn.push(ref)
    const png = new Uint8Array(ref === 'large' ? MAX_PACKED_BYTES + 1 : 8)
    return Promise.resolve({ png } as LabelPicture)
  })
  const first = await draw('a')
  expect(await draw('a')).toBe(first)
  await draw('b')
  await draw('a')
  await draw('large')
  await draw('large')
  expect(drawn).toEqual(['a', 'b', 'a', 'large', 'large'])
})
