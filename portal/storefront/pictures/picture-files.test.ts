// Files of pictures are asked for once, and the memory for them has an end.
import { expect, test } from 'vitest'
import type { UpstreamApi } from '../../upstream.ts'
import { PictureFiles } from './picture-files.ts'

/** Answers each file with 10 bytes, and says what it was asked for. */
function upstreamOf() {
  const asked: unknown[] = []
  const store = {
    asService: async (_entry: unknown, { params }: { readonly params: { readonly hash: string } }) => {
      asked.push(params.hash)
      return new Uint8Array(10)
    },
  } as unknown as UpstreamApi
  return { store, asked }
}
const small = (hash: string) => ({ hash, size: 'small' }) as const

test('those who come at the same time share one call, and later ones need none', async () => {
  const { store, asked } = upstreamOf()
  const files = new PictureFiles({ store })
  await Promise.all([files.file(small('a')), files.file(small('a'))])
  await files.file(small('a'))
  expect(asked).toEqual(['a'])
})

test('beyond the limit those go that were not asked for the longest', async () => {
  const { store, asked } = upstreamOf()
  const files = new PictureFiles({ store, maxBytes: 20 })
  for (const hash of ['a', 'b', 'a', 'c', 'a', 'b']) await files.file(small(hash))
  expect(asked).toEqual(['a', 'b', 'c', 'b'])
})

test('a call that failed is made again', async () => {
  let calls = 0
  const asService = async (): Promise<Uint8Array> => {
    calls += 1
    if (calls === 1) throw new Error('away')
    return new Uint8Array(10)
  }
  const files = new PictureFiles({ store: { asService } as unknown as UpstreamApi })
  await expect(files.file(small('a'))).rejects.toThrow('away')
  expect(await files.file(small('a'))).toHaveLength(10)
})
